const formats = new Map<number, Intl.NumberFormat>()

/**
 * A figure with commas between thousands, a true minus and a fixed number of decimals; "–" where it is undefined
 * (visual.md §1: never 0 for what was not measured).
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
