import { hangWatch } from './hang-watch.ts'

/** Versions that the next page of the browser would know as hung. */
const stored = new Set<string>()

/** As much of IndexedDB as the worker uses, at once. */
const database = {
  open: () => {
    const hangs = { put: (_at: number, key: string) => stored.add(key), delete: (key: string) => stored.delete(key) }
    const opening = {
      result: { transaction: () => ({ objectStore: () => hangs }) },
      set onsuccess(act: () => void) {
        act()
      },
    }
    return opening
  },
}

/** Whether the page responds; what it sends meanwhile arrives afterwards. */
let isHung = false
const waiting: unknown[] = []

/** Runs the source of the worker with the timers of the test. */
class SameThreadWorker extends EventTarget {
  #receive: ((event: { data: unknown }) => void) | undefined
  /** Starts it, as a browser does when the page is not busy. */
  readonly run: () => void

  constructor(source: string) {
    super()
    const listen = (_type: string, receive: (event: { data: unknown }) => void) => {
      this.#receive = receive
    }
    const answer = (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data }))
    this.run = () => {
      new Function('addEventListener', 'postMessage', 'indexedDB', source)(listen, answer, database)
      resume()
    }
  }

  postMessage(data: unknown): void {
    if (isHung || !this.#receive) waiting.push(data)
    else this.#receive?.({ data })
  }
}

const resume = () => {
  isHung = false
  for (const data of waiting.splice(0)) workers.at(-1)?.postMessage(data)
}

const workers: SameThreadWorker[] = []
let source = ''
const told: number[] = []
let end: () => void

beforeAll(() => {
  jest.useFakeTimers()
  jest.spyOn(globalThis, 'Blob').mockImplementation((parts) => {
    source = String(parts?.[0])
    return {} as Blob
  })
  // Node's own, which the test files of a process share: restored at the end.
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:hang-worker')
  Object.assign(globalThis, {
    Worker: function (this: unknown) {
      const worker = new SameThreadWorker(source)
      workers.push(worker)
      return worker
    },
  })
})
beforeEach(() => {
  told.length = 0
  end = hangWatch.watch('projects', '1.2.0', (seconds) => told.push(seconds))
})
afterEach(() => end())
afterAll(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

test('The code of a version may run when the worker runs, which a busy page would not let start', async () => {
  let isAllowed = false
  const allowed = hangWatch.start('projects', '1.3.0').then(() => {
    isAllowed = true
  })
  await jest.advanceTimersByTimeAsync(4999)
  expect(isAllowed).toBe(false)
  workers.at(-1)?.run()
  await allowed
  isHung = true
  jest.advanceTimersByTime(5000)
  expect([...stored]).toEqual(['projects 1.3.0 start'])
  resume()
  hangWatch.endStart('projects')
})

test.each([
  [4.9, [], []],
  [5, [5], ['projects 1.2.0']],
  [8, [8], ['projects 1.2.0']],
])('A page that does not respond for %d s counts as hung from 5 s on', (seconds, expected, known) => {
  isHung = true
  jest.advanceTimersByTime(seconds * 1000)
  expect([...stored]).toEqual(known)
  resume()
  expect(told).toEqual(expected)
  // It came back: the next page need not know.
  expect([...stored]).toEqual([])
})

test('A page that responds never counts as hung, however long it is open, and neither does what is not shown', () => {
  jest.advanceTimersByTime(600_000)
  expect([told, [...stored]]).toEqual([[], []])
  end()
  isHung = true
  jest.advanceTimersByTime(600_000)
  expect([...stored]).toEqual([])
  resume()
  expect(told).toEqual([])
})
