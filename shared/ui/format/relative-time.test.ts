import fc from 'fast-check'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-11-20T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (age: number) => relativeTime(new Date(now.getTime() - age), now)

test.each([
  ['D3-9-30', 0, 'a few seconds ago'],
  ['D3-9-30', 45 * SECOND, 'a few seconds ago'],
  ['D3-9-31', 46 * SECOND, 'a minute ago'],
  ['D3-9-31', 90 * SECOND, 'a minute ago'],
  ['D3-9-32', 91 * SECOND, '2 minutes ago'],
  ['D3-9-32', 12 * MINUTE, '12 minutes ago'],
  ['D3-9-32', 45 * MINUTE, '45 minutes ago'],
  ['D3-9-33', 46 * MINUTE, 'an hour ago'],
  ['D3-9-33', 90 * MINUTE, 'an hour ago'],
  ['D3-9-34', 91 * MINUTE, '2 hours ago'],
  ['D3-9-34', 3 * HOUR, '3 hours ago'],
  ['D3-9-34', 22 * HOUR, '22 hours ago'],
  ['D3-9-35', 23 * HOUR, 'a day ago'],
  ['D3-9-35', 36 * HOUR, 'a day ago'],
  ['D3-9-36', 37 * HOUR, '2 days ago'],
  ['D3-9-36', 25 * DAY, '25 days ago'],
  ['D3-9-37', 26 * DAY, 'a month ago'],
  ['D3-9-37', 45 * DAY, 'a month ago'],
  ['D3-9-38', 46 * DAY, '2 months ago'],
  ['D3-9-38', 345 * DAY, '11 months ago'],
  ['D3-9-39', 346 * DAY, 'a year ago'],
  ['D3-9-39', 545 * DAY, 'a year ago'],
  ['D3-9-40', 546 * DAY, '2 years ago'],
  ['D3-9-40', 1100 * DAY, '3 years ago'],
])('%s an age of %d ms reads "%s"', (_statement, age, text) => {
  expect(ago(age)).toBe(text)
})

test('a clock that runs ahead does not show the future', () => {
  expect(ago(-5 * MINUTE)).toBe('a few seconds ago')
})

test('no age ever reads as one or none of a plural unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 * DAY }), (age) => {
      expect(ago(age)).toMatch(
        /^(a few seconds|an? (minute|hour|day|month|year)|([2-9]|\d{2,}) (minute|hour|day|month|year)s) ago$/,
      )
    }),
  )
})
