const units = ['KB', 'MB', 'GB', 'TB', 'PB'] as const

/**
 * A number of bytes for people: divided by 1024 at each step, one decimal, from KB to PB (document 3 §9).
 * What is not nothing never reads as nothing: one byte is 0.1 KB. Nothing is 0, which needs no unit.
 */
export function formatFileSize(bytes: number): string {
  if (bytes === 0) return '0'
  let value = Math.abs(bytes) / 1024
  let unit = 0
  while (Number(value.toFixed(1)) >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${bytes < 0 ? '−' : ''}${Math.max(value, 0.1).toFixed(1)} ${units[unit]}`
}

/** Bytes per second, as in "5.4 MB/s". */
export const formatSpeed = (bytesPerSecond: number): string =>
  `${bytesPerSecond === 0 ? '0 KB' : formatFileSize(bytesPerSecond)}/s`
