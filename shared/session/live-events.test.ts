import { configureHttp, connection } from '@lamella/shared/api'
import { probeWith } from '../api/connection.ts'
import { startLiveEvents, stopLiveEvents } from './live-events.ts'

let answers: boolean
let asked: string[]

beforeEach(() => {
  answers = true
  asked = []
  configureHttp({ baseUrl: 'http://server.test' })
  probeWith(async () => answers)
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(input instanceof Request ? input.url : String(input))
    if (!answers) throw new TypeError('Failed to fetch')
    return Response.json({}, { status: 500 })
  })
})
afterEach(() => {
  stopLiveEvents()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

/** Lets promises settle, without letting any pause end. */
const settle = () => jest.advanceTimersByTimeAsync(0)

test('the stream is connected again at once when the server answers again, whatever the pause', async () => {
  jest.useFakeTimers()
  startLiveEvents()
  await settle()
  // Refused by turns: the pause has grown to 16 seconds.
  await jest.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 8000)
  expect(asked).toHaveLength(5)
  answers = false
  connection.check()
  await settle()
  expect(connection.snapshot().down).toBe(true)
  answers = true
  connection.retry()
  await settle()
  expect(connection.snapshot().down).toBe(false)
  expect(asked).toHaveLength(6)
  await jest.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(7)
})
