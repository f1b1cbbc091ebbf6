import { configureHttp, connection, watchConnection } from '@lamella/shared/api'
import { type BusEvents, bus, type UploadItem } from '@lamella/shared/events'
import { skipDelays } from '@lamella/shared/testing/skip-delays.ts'
import { UploadServer } from '@lamella/shared/testing/upload-server.ts'
import type { Subscription } from 'rxjs'
import { portalOptions, transferDefaults } from './transfer-options.ts'
import { UploadQueue } from './upload-queue.ts'

const part = 1000

let server: UploadServer
let queue: UploadQueue
let subscriptions: Subscription[]
let toasts: BusEvents['toast/show'][]
/** Statuses that each file had, by its name. */
let seen: Map<string, string[]>
let changed: () => void

beforeEach(async () => {
  server = await UploadServer.start()
  configureHttp({ baseUrl: server.url })
  queue = new UploadQueue(portalOptions)
  toasts = []
  seen = new Map()
  changed = () => undefined
  subscriptions = [
    bus.on('toast/show').subscribe((toast) => toasts.push(toast)),
    bus.on('upload/changed').subscribe(({ items }) => {
      for (const { name, status } of items) {
        const before = seen.get(name) ?? []
        if (before.at(-1) !== status) seen.set(name, [...before, status])
      }
      changed()
    }),
  ]
})
afterEach(async () => {
  for (const subscription of subscriptions) subscription.unsubscribe()
  await server.close()
  jest.restoreAllMocks()
})

const add = (...sizes: number[]): void =>
  queue.add(
    sizes.map((size, index) => ({
      file: new File([new Uint8Array(size).fill(index)], `${index}.tif`),
      name: `${index}.tif`,
      fileType: 'TwoDimensions',
      projectId: 'project',
    })),
    part,
  )
const item = (index: number): UploadItem | undefined =>
  queue.snapshot().items.find(({ name }) => name === `${index}.tif`)
const idOf = (index: number): string => item(index)?.id ?? ''
const statuses = (): string[] => queue.snapshot().items.map(({ status }) => status)

/** Resolves as soon as the queue satisfies a condition. */
const until = (wanted: () => boolean): Promise<void> =>
  new Promise((done) => {
    changed = () => wanted() && done()
    changed()
  })
const untilEmpty = () => until(() => queue.snapshot().items.length === 0)

describe('The queue', () => {
  it('is an external store: subscribers are called on changes until they unsubscribe, and the snapshot is the same without changes', async () => {
    void server.hold()
    const { snapshot, subscribe } = queue
    const lengths: number[] = []
    const end = subscribe(() => lengths.push(snapshot().items.length))
    expect(snapshot()).toBe(snapshot())
    expect(lengths).toEqual([])
    add(100)
    expect(lengths.at(-1)).toBe(1)
    const heard = lengths.length
    end()
    add(100)
    expect(lengths).toHaveLength(heard)
    expect(snapshot().items).toHaveLength(2)
    server.release()
    await untilEmpty()
  })

  it('D3-4-07 D3-9-01 D3-4-12 sends two files at once, never more, and each of them whole', async () => {
    void server.hold()
    add(2500, 2500, 100, 100)
    await until(() => statuses().filter((status) => status === 'uploading').length === 2)
    expect(statuses()).toEqual(['uploading', 'uploading', 'added', 'added'])
    server.release()
    await untilEmpty()
    expect(server.mostAtOnce).toBeLessThanOrEqual(2)
    expect(server.uploads.map(({ state, bytes }) => [state, bytes.length])).toEqual([
      ['complete', 2500],
      ['complete', 2500],
      ['complete', 100],
      ['complete', 100],
    ])
    expect(seen.get('0.tif')).toEqual(['queue', 'uploading', 'complete'])
  })

  it('D3-4-10 D3-4-11 announces the medium first, and opens the session with its reference', async () => {
    add(100)
    await untilEmpty()
    expect(server.steps).toEqual(['medium', 'session', 'progress', 'part'])
    // The server finds the upload by the reference of the medium.
    expect(server.uploads.map(({ state, size }) => [state, size])).toEqual([['complete', 100]])
  })

  it('D3-9-04 sends one file at a time without options of the portal', async () => {
    queue = new UploadQueue({ ...transferDefaults, endpoint: portalOptions.endpoint })
    void server.hold()
    add(100, 100)
    await until(() => statuses()[0] === 'uploading')
    expect(statuses()).toEqual(['uploading', 'added'])
    server.release()
    await untilEmpty()
    expect(server.mostAtOnce).toBe(1)
  })

  it('D3-3-03 D3-4-19 shows each upload with its fields, in the queue from its announcement on', async () => {
    const opened = server.hold()
    queue.add(
      [{ file: new File(['x'.repeat(2500)], 'a.tif'), name: 'Liver', fileType: 'MultiChannel', projectId: 'p1' }],
      part,
    )
    expect(statuses()).toEqual(['queue'])
    await opened
    expect(queue.snapshot().items).toEqual([
      expect.objectContaining({
        id: expect.any(String),
        uploadId: expect.stringMatching(/0{12}$/),
        uploadSessionId: 'session-0',
        projectId: 'p1',
        name: 'Liver',
        editedName: 'Liver',
        fileType: 'MultiChannel',
        size: 2500,
        progress: 0,
        speed: null,
        timeRemaining: null,
        status: 'uploading',
      }),
    ])
    server.release()
    await untilEmpty()
  })

  it('D3-4-26 an upload that ends in any way gives its place to the next', async () => {
    const waits = skipDelays()
    server.faults.medium.push('ERR_0400')
    const held = server.hold()
    add(100, 100, 100, 100)
    await held
    await until(() => statuses()[0] === 'error' && statuses()[2] === 'uploading')
    expect(statuses()).toEqual(['error', 'uploading', 'uploading', 'added'])
    const cancelling = queue.cancel(idOf(1))
    server.release()
    await cancelling
    await until(() =>
      statuses()
        .slice(1)
        .every((status) => status === 'complete' || status === 'cancelled'),
    )
    expect(statuses()).toEqual(['error', 'cancelled', 'complete', 'complete'])
    expect(waits).toHaveLength(0)
  })

  it('D3-2-104 D3-2-105 pausing and resuming all means nothing without uploads, or after all were cancelled', async () => {
    const before = queue.snapshot()
    queue.pauseAll()
    queue.resumeAll()
    expect(queue.snapshot()).toBe(before)
    void server.hold()
    add(2500, 2500)
    await until(() => statuses().every((status) => status === 'uploading'))
    const cancelling = queue.cancelAll()
    queue.pauseAll()
    queue.resumeAll()
    expect(statuses()).toEqual(['cancelled', 'cancelled'])
    server.release()
    await cancelling
    await untilEmpty()
    queue.resumeAll()
    expect(queue.snapshot().items).toEqual([])
  })

  it('D3-4-18 keeps finished files on the list until all are done, then shows one toast', async () => {
    void server.hold()
    add(100, 100, 100)
    server.release()
    await untilEmpty()
    expect(toasts).toEqual([{ kind: 'success', title: 'Upload images', detail: 'Image uploads have completed.' }])
    expect(queue.hasActive()).toBe(false)
  })

  it('adds up the bytes of all files', async () => {
    void server.hold()
    add(2000, 500)
    await until(() => statuses().every((status) => status === 'uploading'))
    expect(queue.snapshot().totals).toMatchObject({ totalBytes: 2500, doneBytes: 0, progress: 0, failures: 0 })
    expect(queue.hasActive()).toBe(true)
    server.release()
    await untilEmpty()
  })

  it('D3-4-08 D3-4-13 D3-4-14 keeps the place of a paused file, and resumes it at its offset', async () => {
    void server.hold()
    add(2500, 2500, 100)
    await until(() => statuses().filter((status) => status === 'uploading').length === 2)
    queue.pauseAll()
    expect(statuses()).toEqual(['paused', 'paused', 'added'])
    server.release()
    queue.resume(idOf(0))
    await until(() => item(0)?.status === 'complete')
    await until(() => item(2)?.status === 'complete')
    expect(item(1)?.status).toBe('paused')
    queue.resumeAll()
    await untilEmpty()
    expect(server.uploads.every(({ state }) => state === 'complete')).toBe(true)
    expect(seen.get('0.tif')).toEqual(['queue', 'uploading', 'paused', 'restarting', 'uploading', 'complete'])
  })

  it('D3-4-15 D3-4-22 a cancelled file is removed from the server, and the next one gets its place', async () => {
    void server.hold()
    add(2500, 2500, 100)
    await until(() => statuses().filter((status) => status === 'uploading').length === 2)
    const cancelling = queue.cancel(idOf(0))
    expect(item(0)?.status).toBe('cancelled')
    server.release()
    await cancelling
    await untilEmpty()
    expect(server.uploads.map(({ state }) => state)).toEqual(['removed', 'complete', 'complete'])
  })

  it('D3-4-09 cancelling all starts no waiting upload', async () => {
    void server.hold()
    add(2500, 2500, 100, 100)
    await until(() => statuses().filter((status) => status === 'uploading').length === 2)
    const cancelling = queue.cancelAll()
    server.release()
    await cancelling
    await untilEmpty()
    expect(server.uploads.map(({ state }) => state)).toEqual(['removed', 'removed'])
    expect(seen.get('3.tif')).toEqual(['added', 'cancelled'])
    expect(toasts).toEqual([])
  })
})

describe('A failure', () => {
  beforeEach(() => void skipDelays())

  it('D3-4-17 D3-8-25 of one file is shown, and the others continue', async () => {
    server.faults.medium.push('ERR_0400')
    add(100, 100, 100)
    await until(() => statuses().filter((status) => status === 'complete').length === 2)
    expect(item(0)).toMatchObject({ status: 'error', error: 'Bad request' })
    expect(toasts).toEqual([{ kind: 'error', title: 'Upload images', detail: 'Upload failed for 0.tif' }])
    expect(queue.snapshot().totals).toMatchObject({ failures: 1, totalBytes: 200 })
    queue.clear()
    expect(queue.snapshot().items).toEqual([])
  })

  it('D3-4-16 by a 404 is a cancellation', async () => {
    server.faults.part.push('ERR_0404')
    add(100)
    await untilEmpty()
    expect(seen.get('0.tif')?.at(-1)).toBe('cancelled')
    expect(toasts).toEqual([])
    expect(server.steps).not.toContain('delete')
  })

  it('by a 404 of a proxy whose server is away is an error that passes, and removes nothing', async () => {
    queue = new UploadQueue({ ...portalOptions, recoverAfter: 20 })
    server.faults.session.push(404)
    server.faults.part.push(...Array<number>(6).fill(404))
    add(100)
    await untilEmpty()
    expect(seen.get('0.tif')).toEqual(['queue', 'uploading', 'error', 'added', 'queue', 'uploading', 'complete'])
    expect(server.steps).not.toContain('delete')
  })

  it('of the announcement that passes is not shown, and an answer that was lost announces nothing twice', async () => {
    server.faults.medium.push('unanswered', 502, 200, 'ERR_0503')
    add(100)
    await untilEmpty()
    expect(server.uploads.map(({ state }) => state)).toEqual(['complete'])
    expect(new Set(server.media.map(({ uploadId }) => uploadId)).size).toBe(1)
    expect(toasts).toMatchObject([{ kind: 'success' }])
  })

  it('that passes is told once for each upload, however often it is tried again', async () => {
    queue = new UploadQueue({ ...portalOptions, recoverAfter: 20 })
    server.faults.part.push(...Array<'ERR_0500'>(15).fill('ERR_0500'))
    add(100)
    await untilEmpty()
    expect(toasts).toMatchObject([{ kind: 'error' }, { kind: 'success' }])
  })

  it('for want of a server: no further upload is started until it is back, and then all go on', async () => {
    watchConnection()
    server.isAway = true
    add(100, 100, 100, 100, 100)
    await until(() => statuses().filter((status) => status === 'error').length === 2)
    await new Promise((done) => setTimeout(done, 100))
    expect(statuses()).toEqual(['error', 'error', 'added', 'added', 'added'])
    server.isAway = false
    // Otherwise the probe, too, would have no time.
    jest.restoreAllMocks()
    connection.retry()
    await untilEmpty()
    expect(server.uploads.map(({ state }) => state)).toEqual(Array(5).fill('complete'))
  })

  it('that passes is not shown to the user', async () => {
    server.faults.session.push('ERR_0503')
    server.faults.part.push('ERR_0500', 'cut', 'unanswered')
    add(1500)
    await untilEmpty()
    expect(server.uploads[0]).toMatchObject({ state: 'complete', size: 1500 })
    expect(toasts).toMatchObject([{ kind: 'success' }])
  })

  it.each(['ERR_5007', 'ERR_5008'] as const)(
    'D3-8-17 D3-8-18 by the limit %s cancels those that wait',
    async (code) => {
      const limits: string[] = []
      subscriptions.push(bus.on('upload/limit').subscribe(({ code: reached }) => limits.push(reached)))
      void server.hold()
      server.faults.medium.push(code)
      add(100, 100, 100, 100)
      await until(() => item(0)?.status === 'error')
      server.release()
      await until(() => item(1)?.status === 'complete')
      expect(statuses()).toEqual(['error', 'complete', 'cancelled', 'cancelled'])
      expect(limits).toEqual([code])
      expect(server.uploads.filter(Boolean)).toHaveLength(1)
    },
  )
})

describe('The end of the session', () => {
  const completed = { kind: 'success', title: 'Upload images', detail: 'Image uploads have completed.' }
  const twoOnTheirWay = async (): Promise<void> => {
    void server.hold()
    add(2500, 2500, 100)
    await until(() => statuses().filter((status) => status === 'uploading').length === 2)
  }

  it.each(['logout', 'logout-elsewhere', 'expired', 'unreadable'] as const)(
    '(%s) stops all uploads and forgets them',
    async (reason) => {
      await twoOnTheirWay()
      bus.emit('session/ended', { reason })
      expect(queue.snapshot().items).toEqual([])
      expect(queue.hasActive()).toBe(false)
      server.release()
      // The next user has both places.
      add(100)
      await untilEmpty()
      expect(server.uploads.map(({ state }) => state)).toEqual(['open', 'open', 'complete'])
      // Without a session no call is made.
      expect(server.steps).not.toContain('delete')
      expect(toasts).toEqual(
        reason === 'logout'
          ? [completed]
          : [
              {
                kind: 'warning',
                title: 'Upload images',
                detail: '3 uploads were stopped because your session ended.',
                sticky: true,
              },
              completed,
            ],
      )
    },
  )

  it.each(['http-error', 'unavailable'] as const)('(%s) that keeps the token stops nothing', async (reason) => {
    await twoOnTheirWay()
    bus.emit('session/ended', { reason })
    expect(queue.hasActive()).toBe(true)
    server.release()
    await untilEmpty()
    expect(server.uploads.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete'])
  })
})
