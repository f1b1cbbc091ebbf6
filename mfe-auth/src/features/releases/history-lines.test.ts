import { type HistoryEntry, historyLines, removedVersions } from './history-lines.ts'

const published = (at: string, isRemoved = false): HistoryEntry => ({
  at,
  action: 'publish',
  version: '1.0.0',
  traffic: null,
  actor: 'mara',
  ...(isRemoved && { removed: { at, actor: 'mara', reason: null } }),
})

test('a version that is removed can be used no more, until it is published again: the newest publication decides', () => {
  const first = published('2026-11-01T00:00:00.000Z', true)
  expect([...removedVersions([first])]).toEqual(['1.0.0'])
  const again = published('2026-11-02T00:00:00.000Z')
  expect([...removedVersions([again, first])]).toEqual([])
  expect(historyLines([again, first]).map(({ isLatest }) => isLatest)).toEqual([true, false])
  expect([...removedVersions([{ ...again, ...published(again.at, true) }, first])]).toEqual(['1.0.0'])
})
