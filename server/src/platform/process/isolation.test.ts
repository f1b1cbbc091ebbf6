import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { compileCache } from './child-environment.ts'
import { findIsolation } from './find-isolation.ts'
import type { Isolation } from './isolation.ts'
import { runChild } from './run-child.ts'

const program = join(import.meta.dirname, '../../../test/fixtures/prying-child.ts')
const schema = z.object({ tried: z.record(z.string(), z.boolean()), uid: z.number() })

let data: string
const listener = createServer((socket) => socket.end())

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'lamella-isolation-'))
  mkdirSync(join(data, 'blobs'), { mode: 0o700 })
  writeFileSync(join(data, 'blobs', 'source'), 'the upload', { mode: 0o600 })
  writeFileSync(join(data, 'secret'), 'of the server', { mode: 0o600 })
  mkdirSync(compileCache, { recursive: true })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  listener.close()
  rmSync(join(import.meta.dirname, 'planted.ts'), { force: true })
  rmSync(join(compileCache, 'planted'), { force: true })
  await rm(data, { recursive: true, force: true })
})

const nothing = {
  changesItsSource: false,
  readsASecret: false,
  readsPasswd: false,
  changesTheProgram: false,
  changesTheCache: false,
  killsTheServer: false,
  reachesTheNetwork: false,
}
const itsWork = { readsItsSource: true, writesItsFolder: true }

/** What a child with this isolation could do. */
const pry = async (isolation?: Isolation) => {
  const folder = join(data, 'tmp', 'job')
  rmSync(join(data, 'tmp'), { recursive: true, force: true })
  mkdirSync(join(data, 'tmp'), { mode: 0o700 })
  const more = { folder, secret: join(data, 'secret'), program: import.meta.dirname, cache: compileCache }
  const { port } = listener.address() as AddressInfo
  const result = await runChild<z.infer<typeof schema>, z.infer<typeof schema>>({
    program,
    folder,
    source: join(data, 'blobs', 'source'),
    limits: { memoryBytes: 500e6, cpuSeconds: 60, diskBytes: 20e6 },
    input: (source) => JSON.stringify({ source, ...more, port, server: process.pid }),
    schema,
    longestMessage: 10_000,
    onMessage: (message, { finish }) => finish(message),
    ...(isolation && { isolation }),
  })
  const made = await stat(join(folder, 'made'))
  return { ...result, ownerOfOutput: made.uid, modeOfOutput: made.mode & 0o777 }
}

const isRoot = process.getuid?.() === 0

test('with the strongest isolation of this machine, a child with a hostile file sees only its source and its folder', async () => {
  const isolation = await findIsolation()
  if (isolation.kind !== 'view') {
    console.warn(`not tested: this machine allows no namespaces (isolation ${isolation.kind})`)
    return
  }
  const { tried, uid, ownerOfOutput, modeOfOutput } = await pry()
  expect(tried).toEqual({ ...itsWork, ...nothing })
  expect({ isServersUser: isRoot && uid === 0, ownerOfOutput, modeOfOutput }).toEqual({
    isServersUser: false,
    ownerOfOutput: process.getuid?.(),
    modeOfOutput: 0o600,
  })
  expect(await readFile(join(data, 'blobs', 'source'), 'utf8')).toBe('the upload')
})

test('when an ordinary user runs the server, a child cannot write the files that are shown to it either', async () => {
  if ((await findIsolation()).kind !== 'view') {
    console.warn('not tested: this machine allows no namespaces')
    return
  }
  const { tried } = await pry({ kind: 'view', user: null })
  expect(tried).toEqual({ ...itsWork, ...nothing })
})

test('where only another user is allowed, a child reads and changes nothing of the server', async () => {
  const isolation = await findIsolation()
  if (!isRoot || isolation.kind === 'permission' || !isolation.user) {
    console.warn('not tested: only root can lend a child another user')
    return
  }
  await chmod(data, 0o711)
  const { tried, uid, ownerOfOutput } = await pry({ kind: 'user', user: isolation.user })
  expect(tried).toEqual({ ...itsWork, ...nothing, reachesTheNetwork: true })
  expect([uid, ownerOfOutput]).toEqual([isolation.user.uid, 0])
  expect((await stat(join(data, 'tmp'))).mode & 0o007).toBe(0)
})

test("where nothing else is allowed, Node's permission model keeps a child to its files", async () => {
  const { tried } = await pry({ kind: 'permission' })
  expect(tried).toEqual({ ...itsWork, ...nothing, killsTheServer: true, reachesTheNetwork: true })
})
