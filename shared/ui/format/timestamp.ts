const padded = (value: number, digits = 2) => String(value).padStart(digits, '0')

/** Local time as yyyy-MM-dd HH:mm:ss (D1-9-32). */
export function formatTimestamp(date: Date): string {
  const day = `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`
  return `${day} ${padded(date.getHours())}:${padded(date.getMinutes())}:${padded(date.getSeconds())}`
}

/** Local day, e.g. "21 Nov 2026". */
export const formatDay = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
