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

test.each([
  [10, undefined, '10 %'],
  [0, undefined, 'named users'],
  [0, { users: ['Ann Smith'], organisations: [] }, 'Ann Smith'],
  [10, { users: ['Ann Smith'], organisations: ['Second Lab'] }, '10 %, Ann Smith and all of Second Lab'],
])('a trial says who gets the version: %s %j', (traffic, audience, words) => {
  const entry: HistoryEntry = { ...published('2026-11-01T00:00:00.000Z'), action: 'activate', traffic, audience }
  expect(historyLines([entry]).map(({ text }) => text)).toEqual([`Trial of 1.0.0 for ${words}`])
})
