const padded = (value: number, digits = 2) => String(value).padStart(digits, '0')

/** Local time as yyyy-MM-dd HH:mm:ss (D1-9-32). */
export function formatTimestamp(date: Date): string {
  const day = `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`
  return `${day} ${padded(date.getHours())}:${padded(date.getMinutes())}:${padded(date.getSeconds())}`
}

/** Local day, e.g. "21 Nov 2026". */
export const formatDay = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Local day as people say it: "Today", "Yesterday", before that e.g. "Thursday, 19 Nov 2026". */
export function dayInWords(date: Date, now: Date = new Date()): string {
  const day = date.toDateString()
  if (day === now.toDateString()) return 'Today'
  if (day === new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString()) return 'Yesterday'
  return `${date.toLocaleDateString('en-GB', { weekday: 'long' })}, ${formatDay(date)}`
}
