const formats = new Map<number, Intl.NumberFormat>()

/**
 * A number with commas between thousands, a true minus and a fixed number of decimals; "–" where it is undefined,
 * because 0 would be a measured value (ADR 50).
 */
export function formatNumber(value: number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  let format = formats.get(decimals)
  if (!format) {
    format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    formats.set(decimals, format)
  }
  return format.format(value).replace('-', '−')
}
