import type { UsageDay } from '@lamella/shared/contract'
import fc from 'fast-check'
import { pointsOf, spans, useAt } from './usage-points.ts'

const dayOf = (back: number) => new Date(Date.parse('2026-11-23') - back * 86_400_000).toISOString().slice(0, 10)
const record = (day: string, used: number): UsageDay => ({ day, uses: [{ key: 'mediumLimit', used, limit: 100 }] })
const [byDay, , byMonth] = spans
const given = { today: '2026-11-23', present: [], limitOfNow: () => 100 }
const usesOf = (points: ReturnType<typeof pointsOf>) =>
  points.flatMap((point) => {
    const use = useAt(point, 'mediumLimit')
    return use ? [`${point.label}: ${use.used} of ${use.limit}`] : []
  })

test('every day of the span is there; days without a record have no use, least of all 0', () => {
  const points = pointsOf([record('2026-11-20', 4), record('2026-11-22', 0)], { ...given, span: byDay })
  expect(points).toHaveLength(30)
  expect([points[0]?.label, points.at(-1)?.label]).toEqual(['25 Oct 2026', '23 Nov 2026'])
  expect(usesOf(points)).toEqual(['20 Nov 2026: 4 of 100', '22 Nov 2026: 0 of 100'])
})

test('the present use stands for today, in place of an earlier look', () => {
  const present = [{ key: 'mediumLimit' as const, used: 9 }]
  const points = pointsOf([record('2026-11-23', 4)], { ...given, span: byDay, present, limitOfNow: () => 50 })
  expect(usesOf(points)).toEqual(['23 Nov 2026: 9 of 50'])
})

test('a month has the last record of it; one without any is a gap', () => {
  const days = ['2025-12-31', '2026-09-01', '2026-09-29', '2026-11-02']
  const points = pointsOf(
    days.map((day, index) => record(day, index)),
    { ...given, span: byMonth },
  )
  expect(points.map(({ label }) => label)).toEqual([
    'Dec 2025',
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov'].map((month) => `${month} 2026`),
  ])
  expect(usesOf(points)).toEqual(['Dec 2025: 0 of 100', 'Sept 2026: 2 of 100', 'Nov 2026: 3 of 100'])
})

test('of any records, exactly those of the span are shown, each with its own number', () => {
  const backs = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  fc.assert(
    fc.property(backs, (list) => {
      const points = pointsOf(
        list.map((back) => record(dayOf(back), back)),
        { ...given, span: byDay },
      )
      const shown = points.map((point) => useAt(point, 'mediumLimit')?.used)
      expect(shown).toEqual(
        Array.from({ length: 30 }, (_, index) => (list.includes(29 - index) ? 29 - index : undefined)),
      )
    }),
  )
})
