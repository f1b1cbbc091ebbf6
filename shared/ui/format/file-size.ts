const units = ['KB', 'MB', 'GB', 'TB', 'PB'] as const

/**
 * Bytes as KB to PB with one decimal, by steps of 1024 (D3-9-12, D3-9-28, contradiction 30). Anything above 0 is at
 * least "0.1 KB"; 0 is "0", without a unit.
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

/** Bytes per second, e.g. "5.4 MB/s". */
export const formatSpeed = (bytesPerSecond: number): string =>
  `${bytesPerSecond === 0 ? '0 KB' : formatFileSize(bytesPerSecond)}/s`
