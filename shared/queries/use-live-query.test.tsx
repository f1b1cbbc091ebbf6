import type { ServerEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { liveAtom, store } from '@lamella/shared/session'
import { QueryClient, QueryClientProvider, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { useLiveQuery } from './use-live-query.ts'

const event: ServerEvent = { type: 'bundle', id: 'b', project: 'p', status: 'successful' }

/** Pending answers, which the test resolves. */
let asked: ((answer: string) => void)[]
const query = queryOptions({
  queryKey: ['bundle', 'b'],
  queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  meta: { changedBy: ({ type }) => type === 'bundle' },
})
const Page = () => {
  const { data = 'nothing' } = useLiveQuery(query, {
    isFinal: (text) => text === 'over',
    pollWhile: (text) => text === 'halfway',
  })
  return <p>{data}</p>
}

/** The same in a front end of another release, and a query whose key is longer. */
let others = 0
const other = queryOptions({ queryKey: [...query.queryKey, 'sources 2b'], queryFn: () => `other ${++others}` })
const Other = () => <p>{useQuery(other).data ?? 'nothing of the other'}</p>
const part = queryOptions({ queryKey: [...query.queryKey, 'part'], queryFn: () => `part ${++others}` })
const Part = () => <p>{useQuery(part).data ?? 'nothing of the part'}</p>

const Deletion = ({ until }: { until: Promise<void> }) => {
  const { mutate } = useMutation({ mutationKey: ['bundle', 'b'], mutationFn: () => until })
  return (
    <button type="button" onClick={() => mutate()}>
      Delete
    </button>
  )
}

const open = () =>
  render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </Provider>,
  )
const passes = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))
const answers = (index: number, text: string) =>
  act(async () => {
    asked[index]?.(text)
    await jest.advanceTimersByTimeAsync(0)
  })
const happens = () => act(() => bus.emit('server/changed', event))

beforeEach(() => {
  jest.useFakeTimers()
  asked = []
  store.set(liveAtom, true)
})
afterEach(() => {
  jest.useRealTimers()
})

test('an event during the first request leads to a second one: the first answer may be older', async () => {
  open()
  happens()
  await passes(1000)
  expect(asked).toHaveLength(1)
  await answers(0, 'pending')
  await answers(1, 'ready')
  expect(screen.getByText('ready')).toBeVisible()
  await passes(10_000)
  expect(asked).toHaveLength(2)
})

test('a stream of events aborts no request, and the last event is followed by one', async () => {
  open()
  await answers(0, 'first')
  for (let number = 0; number < 10; number++) {
    happens()
    await passes(400)
  }
  expect(asked).toHaveLength(2)
  await answers(1, 'second')
  expect(screen.getByText('second')).toBeVisible()
  await passes(400)
  expect(asked).toHaveLength(3)
  await answers(2, 'third')
  expect(screen.getByText('third')).toBeVisible()
})

test('nothing is requested while what it is about is being deleted, and again when that failed', async () => {
  const deletion = Promise.withResolvers<void>()
  render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
        <Deletion until={deletion.promise} />
      </QueryClientProvider>
    </Provider>,
  )
  await answers(0, 'first')
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  happens()
  await passes(3000)
  expect(asked).toHaveLength(1)
  deletion.reject(new Error('no'))
  await passes(1000)
  expect(asked).toHaveLength(2)
})

test('events within 300 ms cause one request', async () => {
  open()
  await answers(0, 'first')
  happens()
  happens()
  await passes(299)
  expect(asked).toHaveLength(1)
  await passes(1)
  expect(asked).toHaveLength(2)
})

test('an event of another resource causes no request', async () => {
  open()
  await answers(0, 'first')
  act(() => bus.emit('server/changed', { type: 'image', id: 'i', project: 'p', status: 'available' }))
  await passes(1000)
  expect(asked).toHaveLength(1)
})

test('an event leads to a new request of a front end of another release too, which has its own answer', async () => {
  render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
        <Other />
        <Part />
      </QueryClientProvider>
    </Provider>,
  )
  await answers(0, 'first')
  expect([screen.getByText('first'), screen.getByText('other 1'), screen.getByText('part 2')]).toHaveLength(3)
  happens()
  await passes(300)
  await answers(1, 'second')
  await passes(1)
  expect([screen.getByText('second'), screen.getByText('other 3'), screen.getByText('part 2')]).toHaveLength(3)
})

test('is polled while the stream is not connected, and requested once when it is again', async () => {
  store.set(liveAtom, false)
  open()
  await answers(0, 'first')
  await passes(3000)
  expect(asked).toHaveLength(2)
  await answers(1, 'second')
  act(() => store.set(liveAtom, true))
  await passes(300)
  expect(asked).toHaveLength(3)
  await answers(2, 'third')
  await passes(20_000)
  expect(asked).toHaveLength(3)
})

test('an unmounted page makes no requests', async () => {
  const { unmount } = open()
  await answers(0, 'first')
  happens()
  unmount()
  await passes(1000)
  expect(asked).toHaveLength(1)
})

test('is polled with pollWhile although events arrive', async () => {
  open()
  await answers(0, 'halfway')
  await passes(3000)
  expect(asked).toHaveLength(2)
  await answers(1, 'second')
  await passes(10_000)
  expect(asked).toHaveLength(2)
})

test('a final answer is not polled', async () => {
  store.set(liveAtom, false)
  open()
  await answers(0, 'over')
  await passes(10_000)
  expect(asked).toHaveLength(1)
})
