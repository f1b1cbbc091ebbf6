import { type Act, groupActs } from './group-acts.ts'

const noon = new Date('2026-11-20T12:00:00Z').getTime()
let next = 1000
/** An act so many minutes before noon. */
const act = (minutes: number, change: Partial<Act> = {}): Act => {
  next -= 1
  const at = new Date(noon - minutes * 60_000)
  return { id: String(next), at, userId: 'mara', action: 'image.created', analysis: null, ...change }
}
const counts = (acts: Act[]) => groupActs(acts, (action) => action !== 'project.updated').map(({ count }) => count)

test('the same acts of one person in a row are one group, from its oldest to its newest', () => {
  const acts = [act(0), act(1), act(2)]
  expect(groupActs(acts, () => true)).toEqual([{ newest: acts[0], oldest: acts[2], count: 3 }])
})

test.each([
  ['another person', { userId: 'jonas' }],
  ['the server', { userId: null }],
  ['another act', { action: 'image.deleted' }],
  ['another analysis', { analysis: 'DAB scoring' }],
])('%s between them makes three groups', (_, change) => {
  expect(counts([act(0), act(1, change), act(2)])).toEqual([1, 1, 1])
})

test('a pause of an hour parts them, a long row of shorter ones does not', () => {
  expect(counts([act(0), act(59), act(118), act(178)])).toEqual([3, 1])
})

test('acts without words for several stay apart', () => {
  const details = { action: 'project.updated' }
  expect(counts([act(0, details), act(1, details)])).toEqual([1, 1])
})
