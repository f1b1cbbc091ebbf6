import { createHash } from 'node:crypto'
import { configureHttp } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { BrowserLocks } from '@lamella/shared/testing/browser-locks.ts'
import { skipDelays } from '@lamella/shared/testing/skip-delays.ts'
import { UploadServer } from '@lamella/shared/testing/upload-server.ts'
import { joinFiles } from './joined-file.ts'
import { openSession } from './protocol.ts'
import { Transfer } from './transfer.ts'
import { portalOptions } from './transfer-options.ts'
import { UploadQueue } from './upload-queue.ts'
import { type UploadRecord, uploadRecords } from './upload-records.ts'

const part = 1000
const userId = 'mara'
const lastModified = 1_700_000_000_000
const content = Buffer.from(Uint8Array.from({ length: 3500 }, (_, at) => (at * 31) % 251))
const fileOf = (bytes: Uint8Array = content, modified = lastModified): File =>
  new File([new Uint8Array(bytes)], 'a.tif', { lastModified: modified })
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let server: UploadServer
let kept: Map<string, UploadRecord>
let queue: UploadQueue

beforeEach(async () => {
  server = await UploadServer.start()
  configureHttp({ baseUrl: server.url })
  kept = new Map()
  jest.spyOn(uploadRecords, 'keep').mockImplementation(async (record) => void kept.set(record.id, record))
  jest.spyOn(uploadRecords, 'forget').mockImplementation(async (id) => void kept.delete(id))
  jest.spyOn(uploadRecords, 'find').mockImplementation(async (id) => kept.get(id) ?? null)
  jest
    .spyOn(uploadRecords, 'of')
    .mockImplementation(async (id) => [...kept.values()].filter((record) => record.userId === id))
  queue = new UploadQueue(portalOptions)
})
afterEach(async () => {
  bus.emit('session/ended', { reason: 'logout' })
  await server.close()
  jest.restoreAllMocks()
})

const until = async (wanted: () => boolean): Promise<void> => {
  // The browser's records change without an event.
  while (!wanted()) await new Promise((done) => setTimeout(done, 2))
}
const items = () => queue.snapshot().items
const waiting = () => items().map(({ waitsFor }) => waitsFor)

/** An upload of which the server has two parts, and whose page is gone. */
const interrupted = async (changes: Partial<UploadRecord> = {}): Promise<void> => {
  await fetch(`${server.url}/api/v1/media`, {
    method: 'POST',
    body: JSON.stringify({ data: { size: content.length } }),
  })
  const session = await openSession('0', new AbortController().signal, portalOptions)
  const controller = new AbortController()
  const transfer = new Transfer(fileOf(), session, { ...portalOptions, chunkSize: part })
  await transfer.run(controller.signal, (bytes) => bytes === 2000 && controller.abort()).catch(() => undefined)
  const facts = { projectId: 'p', name: 'a.tif', fileType: 'TwoDimensions' as const, picture: null, handle: null }
  const file = { fileName: 'a.tif', size: content.length, lastModified, partSize: part }
  kept.set('item', { id: 'item', userId, ...facts, ...file, mediumId: 'm', session, ...changes })
  server.steps.length = 0
}
const expectComplete = async (): Promise<void> => {
  await until(() => items().length === 0)
  expect(server.uploads.map(({ state, bytes }) => [state, hash(bytes)])).toEqual([['complete', hash(content)]])
}

test('after a reload an upload asks once for its file, goes on where it was, and its checksum is that of the whole', async () => {
  await interrupted()
  await queue.restore(userId)
  await until(() => items().length === 1)
  expect(items()[0]).toMatchObject({ status: 'added', waitsFor: 'file', uploadSessionId: 'session-0' })
  expect(queue.hasActive()).toBe(false)
  expect(queue.provide([{ file: fileOf(), handle: null }])).toBe(1)
  await expectComplete()
  expect(server.steps.filter((step) => step === 'part')).toHaveLength(2)
  expect(server.steps).not.toContain('medium')
  expect(kept.size).toBe(0)
})

test.each([
  ['of another size', fileOf(content.subarray(1))],
  ['that was changed since', fileOf(content, lastModified + 1)],
])('a file %s is not taken for it', async (_, file) => {
  await interrupted()
  await queue.restore(userId)
  await until(() => items().length === 1)
  expect(queue.provide([{ file, handle: null }])).toBe(0)
  expect(waiting()).toEqual(['file'])
})

const handleOf = (permission: PermissionState, file = fileOf()) =>
  ({
    queryPermission: async () => permission,
    requestPermission: async () => 'granted' as const,
    getFile: async () => file,
  }) as unknown as FileSystemFileHandle

test('with a handle that may be read it goes on without a question', async () => {
  await interrupted({ handle: handleOf('granted') })
  await queue.restore(userId)
  await until(() => items().length === 1)
  await expectComplete()
})

test('with a handle the browser is asked after a click, and then it goes on', async () => {
  await interrupted({ handle: handleOf('prompt') })
  await queue.restore(userId)
  await until(() => items().length === 1)
  expect(waiting()).toEqual(['permission'])
  await queue.allow()
  await expectComplete()
})

test('a handle whose file was changed asks for the file', async () => {
  await interrupted({ handle: handleOf('granted', fileOf(content, lastModified + 1)) })
  await queue.restore(userId)
  await until(() => waiting()[0] === 'file')
  expect(server.steps).not.toContain('part')
})

test('one that waits for its file can be cancelled: the server removes it, the browser forgets it', async () => {
  await interrupted()
  await queue.restore(userId)
  await until(() => items().length === 1)
  await queue.cancel('item')
  expect(server.uploads.map(({ state }) => state)).toEqual(['removed'])
  expect(kept.size).toBe(0)
})

test('those of another user are not brought back', async () => {
  await interrupted()
  await queue.restore('jonas')
  expect(items()).toEqual([])
})

test('what a page uploads is kept until it is complete, with its session from the first byte on', async () => {
  const arrived = server.hold()
  const request = { file: fileOf(), name: 'Liver', fileType: 'TwoDimensions', projectId: 'p', userId } as const
  queue.add([request], part)
  await arrived
  expect([...kept.values()]).toMatchObject([
    { userId, name: 'Liver', fileName: 'a.tif', size: content.length, session: { sessionId: 'session-0' } },
  ])
  server.release()
  await until(() => items().length === 0)
  await until(() => kept.size === 0)
})

test.each([
  ['logout', 0],
  // Perhaps the same user has only logged in anew in another tab.
  ['logout-elsewhere', 1],
  ['expired', 1],
] as const)('after the end of the session (%s) the browser knows %i of them', async (reason, known) => {
  const arrived = server.hold()
  queue.add([{ file: fileOf(), name: 'Liver', fileType: 'TwoDimensions', projectId: 'p', userId }], part)
  await arrived
  bus.emit('session/ended', { reason })
  expect(kept.size).toBe(known)
})

describe('an upload that failed for now', () => {
  const failing = async (recoverAfter: number): Promise<void> => {
    skipDelays()
    queue = new UploadQueue({ ...portalOptions, recoverAfter })
    server.faults.part.push(...Array<number>(6).fill(502))
    queue.add([{ file: fileOf(), name: 'Liver', fileType: 'TwoDimensions', projectId: 'p', userId }], part)
    await until(() => items()[0]?.status === 'error')
  }

  test('stays known to the browser, and goes on where it was, though the connection never was down', async () => {
    await failing(200)
    expect([...kept.values()]).toMatchObject([{ session: { sessionId: 'session-0' } }])
    await expectComplete()
    await until(() => kept.size === 0)
  })

  test('and is cleared from the list is forgotten, and not tried again', async () => {
    await failing(200)
    queue.clear()
    expect(kept.size).toBe(0)
    const { length } = server.steps
    await new Promise((done) => setTimeout(done, 300))
    expect(server.steps).toHaveLength(length)
  })
})

describe('of two windows', () => {
  const wanted = { file: fileOf(), name: 'Liver', fileType: 'TwoDimensions' as const, projectId: 'p', userId }
  let other: UploadQueue
  beforeEach(() => {
    Object.defineProperty(navigator, 'locks', { value: new BrowserLocks(), configurable: true })
    other = new UploadQueue(portalOptions)
  })
  afterEach(() => Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true }))
  const others = () => other.snapshot().items

  test('one does not take what waits in the list of the other for left behind', async () => {
    const files = [0, 1, 2].map((at) => new File([content], `${at}.tif`, { lastModified }))
    const arrived = server.hold()
    queue.add(files.map((file) => ({ ...wanted, file })))
    await arrived
    expect(kept.size).toBe(3)
    await other.restore(userId)
    await new Promise((done) => setTimeout(done, 20))
    expect(others()).toEqual([])
    server.release()
    await until(() => items().length === 0)
    await until(() => kept.size === 0)
    expect(server.uploads.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete'])
  })

  test('one that is refused a file forgets nothing of what the other keeps of it, and keeps nothing itself', async () => {
    await interrupted()
    await other.restore(userId)
    await until(() => others().length === 1)
    queue.add([wanted])
    await until(() => items()[0]?.status === 'error')
    await new Promise((done) => setTimeout(done, 20))
    expect([...kept.keys()]).toEqual(['item'])
    other.provide([{ file: fileOf(), handle: null }])
    await until(() => others().length === 0)
    await until(() => kept.size === 0)
  })
})

test('one that is cancelled while the browser asks for its file is not begun', async () => {
  const asked = Promise.withResolvers<PermissionState>()
  const handle = Object.assign(handleOf('prompt'), { requestPermission: () => asked.promise })
  await interrupted({ handle })
  await queue.restore(userId)
  await until(() => items().length === 1)
  const allowed = queue.allow()
  await queue.cancel('item')
  asked.resolve('granted')
  await allowed
  expect(kept.size).toBe(0)
  expect(server.steps).not.toContain('part')
})

test('what of a Z stack is shown first is kept with the upload', async () => {
  const wanted = { file: fileOf(), name: 'a.tif', fileType: 'TwoDimensions' as const, projectId: 'p', userId }
  queue.add([{ ...wanted, zShown: 'max' }, wanted])
  await until(() => kept.size === 2)
  expect([...kept.values()].map(({ zShown }) => zShown)).toEqual(['max', undefined])
})

test('an upload that was not announced before the reload still says what of its Z stack is shown first', async () => {
  await interrupted({ mediumId: null, session: null, zShown: 'max' })
  await queue.restore(userId)
  await until(() => items().length === 1)
  queue.provide([{ file: fileOf(), handle: null }])
  await until(() => items().length === 0)
  expect(server.media.map(({ zShown }) => zShown)).toEqual([undefined, 'max'])
})

describe('an upload of several files that were joined', () => {
  const parts = ['a.ome.tif', 'b.ome.tif'].map((name) => new File([content], name, { lastModified }))
  const joined = () => joinFiles('set.ome.tar', parts)
  const interruptedSet = async (handle: FileSystemFileHandle | null = null): Promise<void> => {
    await interrupted()
    const record = kept.get('item')
    if (!record) throw new Error('nothing is kept')
    const { size } = joined()
    const ofParts = parts.map((file) => ({ fileName: file.name, size: file.size, lastModified, handle }))
    kept.set('item', { ...record, fileName: 'set.ome.tar', size, parts: ofParts, mediumId: null, session: null })
    await queue.restore(userId)
    await until(() => items().length === 1)
  }

  test('continues after a reload when all of its files are given, and not before', async () => {
    await interruptedSet()
    expect(waiting()).toEqual(['file'])
    expect(queue.provide(parts.slice(1).map((file) => ({ file, handle: null })))).toBe(0)
    expect(waiting()).toEqual(['file'])
    expect(queue.provide(parts.toReversed().map((file) => ({ file, handle: null })))).toBe(1)
    await until(() => items().length === 0)
    const whole = Buffer.from(await joined().arrayBuffer())
    expect(server.uploads.map(({ bytes }) => hash(bytes)).at(-1)).toBe(hash(whole))
  })

  test('that was added is kept with its files', async () => {
    queue.add([
      {
        file: joined(),
        parts: parts.map((file) => ({ file, handle: null })),
        name: 'set',
        fileType: 'TwoDimensions',
        projectId: 'p',
        userId,
      },
    ])
    await until(() => kept.size === 1)
    const [record] = kept.values()
    expect(record?.parts).toEqual(parts.map(({ name, size }) => ({ fileName: name, size, lastModified, handle: null })))
    await until(() => items().length === 0)
  })
})
