import { expectedOrder, type QueuedJob } from './expected-order.ts'

const job = (id: string, more: Partial<QueuedJob> = {}): QueuedJob => ({
  data: { name: 'process-image', payload: { organisationId: 'a', mediumId: id } },
  organisation: id.charAt(0),
  running: null,
  turn: Number(id.slice(1)),
  created: Number(id.slice(1)),
  ...more,
})
const idsOf = (jobs: readonly QueuedJob[]) =>
  jobs.map(({ data }) => (data.payload as unknown as { mediumId: string }).mediumId)

test('organisations take turns, the one without a running job first', () => {
  const waiting = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((id) => job(id))
  const running = [job('a0', { running: 9 }), job('c0', { running: 3 })]
  // a0 ends first: b has nothing running; then c0, and so on.
  expect(idsOf(expectedOrder({ waiting, running, turns: ['b', 'a', 'c'] }))).toEqual([
    'b1',
    'a1',
    'c1',
    'b2',
    'a2',
    'a3',
  ])
})

test("the server's own do not wait for turns", () => {
  const waiting = [job('a1'), job('x9', { organisation: null })]
  expect(idsOf(expectedOrder({ waiting, running: [], turns: [] }))).toEqual(['x9', 'a1'])
})

test('without organisations that wait there is nothing', () => {
  expect(expectedOrder({ waiting: [], running: [job('a1', { running: 1 })], turns: ['a'] })).toEqual([])
})
