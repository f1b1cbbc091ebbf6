import fc from 'fast-check'
import { stampOf } from './time-stamp.ts'

test.each([
  [2, 12, undefined, 'Frame 3 of 12'],
  [2, 12, 0, 'Frame 3 of 12'],
  [2, 12, Number.NaN, 'Frame 3 of 12'],
  [2, 12, 0.25, '0.50 s'],
  [7, 12, 0.001, '0.0070 s'],
  [2, 12, 2, '4 s'],
  [2, 12, 2.5, '5.0 s'],
  [3, 100, 30, '1:30 min'],
  [3, 100, 0.9, '0:02.70 min'],
  [61, 100, 60, '1:01:00 h'],
  [1, 3, 3599.9, '0:59:59.9 h'],
  [0, 1, 5, '0 s'],
])('the stamp of frame %d of %d with a step of %p s is "%s"', (frame, frames, step, text) => {
  expect(stampOf(frame, frames, step)).toBe(text)
})

/** Seconds that a stamp states. */
const secondsOf = (stamp: string): number =>
  stamp
    .replace(/ .*/, '')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)

test('a stamp states the time of its frame, and no other frame has it', () => {
  const series = fc.record({
    step: fc.oneof(
      fc.integer({ min: 1, max: 7200 }),
      fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000),
    ),
    frames: fc.integer({ min: 2, max: 3000 }),
    at: fc.nat(),
  })
  fc.assert(
    fc.property(series, ({ step, frames, at }) => {
      const frame = at % (frames - 1)
      const [stamp, next] = [stampOf(frame, frames, step), stampOf(frame + 1, frames, step)]
      expect(next).not.toBe(stamp)
      expect(Math.abs(secondsOf(stamp) - frame * step)).toBeLessThanOrEqual(step / 2)
      expect(stamp).not.toMatch(/:[6-9]\d/)
    }),
  )
})
