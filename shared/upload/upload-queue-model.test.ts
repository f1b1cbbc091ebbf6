import { createHash } from 'node:crypto'
import { configureHttp } from '@lamella/shared/api'
import { bus, type UploadItem } from '@lamella/shared/events'
import { skipDelays } from '@lamella/shared/testing/skip-delays.ts'
import { type UploadFault, UploadServer } from '@lamella/shared/testing/upload-server.ts'
import fc from 'fast-check'
import { portalOptions } from './transfer-options.ts'
import { UploadQueue } from './upload-queue.ts'
import { holdsPlace, isOver } from './upload-state.ts'

const part = 300
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const contentOf = (seed: number, size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 31 + seed) % 251)

/** What a user does, each after the queue has changed some times. */
const action = fc.record({
  after: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom('pause', 'resume', 'cancel', 'pauseAll', 'resumeAll'),
  item: fc.nat({ max: 4 }),
})
const fault = fc.constantFrom<UploadFault>('cut', 'unanswered', 'ERR_0503', 'ERR_2007', 'ERR_2008', 404, 502)
const story = fc.record({
  sizes: fc.array(fc.nat({ max: 1200 }), { minLength: 1, maxLength: 5 }),
  actions: fc.array(action, { maxLength: 12 }),
  faults: fc.array(fault, { maxLength: 4 }),
})

const isAtRest = (items: readonly UploadItem[]): boolean =>
  items.every(({ status }) => isOver(status) || status === 'paused' || status === 'added')

afterEach(() => jest.restoreAllMocks())

test('whatever the user does and the network loses: two at most are active, what is complete has all its bytes, what is cancelled none', async () => {
  skipDelays()
  await fc.assert(
    fc.asyncProperty(story, async ({ sizes, actions, faults }) => {
      const server = await UploadServer.start()
      configureHttp({ baseUrl: server.url })
      server.faults.part.push(...faults)
      const queue = new UploadQueue(portalOptions)
      let most = 0
      const ends = new Map<string, string>()
      const over = Promise.withResolvers<void>()
      const files = sizes.map((size, index) => ({
        file: new File([contentOf(index, size)], `${index}`),
        name: `${index}`,
        fileType: 'TwoDimensions' as const,
        projectId: 'p',
      }))
      let ids: string[] = []
      let wait = 0
      const perform = ({ what, item }: (typeof actions)[number]): void => {
        const id = ids[item] ?? ''
        if (what === 'pauseAll' || what === 'resumeAll') queue[what]()
        else if (what === 'cancel') void queue.cancel(id)
        else queue[what](id)
      }
      const subscription = bus.on('upload/changed').subscribe(() => {
        // The event may be one of the queue before.
        const { items } = queue.snapshot()
        most = Math.max(most, items.filter(({ status }) => holdsPlace(status)).length)
        for (const { name, status } of items) ends.set(name, status)
        if (ends.size > 0 && items.every(({ status }) => isOver(status))) return over.resolve()
        if (isAtRest(items)) return queueMicrotask(() => queue.resumeAll())
        wait += 1
        const next = actions[0]
        if (!next || wait < next.after) return
        wait = 0
        actions.shift()
        queueMicrotask(() => perform(next))
      })
      queue.add(files, part)
      ids = queue.snapshot().items.map(({ id }) => id)
      await over.promise
      subscription.unsubscribe()
      for (const id of ids) void queue.cancel(id)
      const complete = [...ends].filter(([, status]) => status === 'complete').map(([name]) => Number(name))
      const stored = server.uploads.filter(({ state }) => state === 'complete').map(({ bytes }) => hash(bytes))
      await server.close()
      expect(most).toBeLessThanOrEqual(2)
      expect([...ends.values()].every((status) => isOver(status as UploadItem['status']))).toBe(true)
      // The server may have the last byte of one that was cancelled meanwhile.
      for (const index of complete) expect(stored).toContain(hash(contentOf(index, sizes[index] ?? 0)))
      expect(stored.length).toBeLessThanOrEqual(sizes.length)
    }),
    { numRuns: 40 },
  )
}, 60_000)
