import { delay } from './delay.ts'

const hour = 3_600_000

test('a delay ends at once when its signal is aborted, also before it began', async () => {
  const stopped = new AbortController()
  const waiting = delay(hour, stopped.signal)
  stopped.abort()
  await waiting
  await delay(hour, stopped.signal)
})

test('a delay that has ended leaves no listener at its signal', async () => {
  const { signal } = new AbortController()
  const [added, removed] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')]
  await delay(1, signal)
  expect(removed.mock.calls.map(([name, end]) => [name, end])).toEqual(
    added.mock.calls.map(([name, end]) => [name, end]),
  )
})
