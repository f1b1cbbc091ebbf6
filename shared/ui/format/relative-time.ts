const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY
const MONTH = YEAR / 12

/** Whole units, at least two: one unit has a text of its own. */
const count = (unit: number, name: string) => (age: number) => `${Math.max(Math.round(age / unit), 2)} ${name} ago`

/** Texts for ages up to and including `upTo` milliseconds (D3-9-30 to D3-9-40). */
const steps: readonly { upTo: number; text: (age: number) => string }[] = [
  { upTo: 45 * SECOND, text: () => 'a few seconds ago' },
  { upTo: 90 * SECOND, text: () => 'a minute ago' },
  { upTo: 45 * MINUTE, text: count(MINUTE, 'minutes') },
  { upTo: 90 * MINUTE, text: () => 'an hour ago' },
  { upTo: 22 * HOUR, text: count(HOUR, 'hours') },
  { upTo: 36 * HOUR, text: () => 'a day ago' },
  { upTo: 25 * DAY, text: count(DAY, 'days') },
  { upTo: 45 * DAY, text: () => 'a month ago' },
  { upTo: 345 * DAY, text: count(MONTH, 'months') },
  { upTo: 545 * DAY, text: () => 'a year ago' },
]

const years = count(YEAR, 'years')

/** The age of `date` in words. A date after `now` (clocks differ) is "a few seconds ago". */
export function relativeTime(date: Date, now: Date = new Date()): string {
  const age = now.getTime() - date.getTime()
  return (steps.find(({ upTo }) => age <= upTo)?.text ?? years)(age)
}
