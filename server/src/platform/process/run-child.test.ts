import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { watchDescendants } from '../../../test/imaging-memory.ts'
import { bytesIn } from './disk-watchdog.ts'
import { runChild } from './run-child.ts'

const program = join(import.meta.dirname, '../../../test/fixtures/talking-child.ts')
const schema = z.union([z.object({ hello: z.string() }), z.object({ done: z.literal(true) })])

let folder: string
let children: () => number[]
beforeEach(async () => {
  children = watchDescendants()
  folder = await mkdtemp(join(tmpdir(), 'lamella-child-'))
})
afterEach(async () => {
  expect(children()).toEqual([])
  await rm(folder, { recursive: true, force: true })
})

/** Runs the child; `heard` are the texts of its messages. */
const run = async (say: string | Buffer, then: 'end' | 'wait' | 'die' | 'fill', changes: object = {}) => {
  const heard: string[] = []
  const input = JSON.stringify({ say: Buffer.from(say).toString('base64'), then, folder })
  const result = await runChild<z.infer<typeof schema>, string>({
    program,
    folder,
    limits: { memoryBytes: 500e6, cpuSeconds: 60, diskBytes: 20e6 },
    input: () => input,
    schema,
    longestMessage: 100_000,
    onMessage: (message, { finish }) => {
      if ('hello' in message) heard.push(message.hello)
      else finish('done')
    },
    ...changes,
  }).catch((error: unknown) => error)
  return { heard, result }
}

const hello = '{"hello":"world"}\n'
const done = '{"done":true}\n'

test('messages are read up to the last one; later output is ignored and the child is ended', async () => {
  expect(await run(`${hello}${done}${hello}torn {`, 'wait')).toEqual({ heard: ['world'], result: 'done' })
})

test.each(['{"hello":"wor', '{"do', `${hello}{`])(
  'a child that is killed in the middle of the line %p fails its run only',
  async (torn) => {
    const { result } = await run(torn, 'die')
    expect(result).toMatchObject({ name: 'ChildFailed', reason: 'ended' })
  },
)

test.each([
  ['a torn line before others', `{"hello":\n${done}`],
  ['binary rubbish', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
  ['a huge line', 'x'.repeat(5_000_000)],
])('%s fails the run, and the child is ended', async (_title, say) => {
  const { result } = await run(say, 'wait')
  expect(result).toMatchObject({ name: 'ChildFailed', reason: 'broken' })
})

test('a child that ends before its last message fails the run', async () => {
  expect((await run(hello, 'end')).result).toMatchObject({ name: 'ChildFailed', reason: 'ended' })
})

test('a listener that throws fails the run with what it threw', async () => {
  const failure = new Error('the database is gone')
  const onMessage = async () => Promise.reject(failure)
  expect((await run(hello, 'wait', { onMessage })).result).toBe(failure)
})

test('a program that is not there fails the run', async () => {
  expect((await run('', 'end', { program: join(folder, 'missing.ts') })).result).toMatchObject({ reason: 'ended' })
})

test('a child that fills its folder with many files is ended near the limit', async () => {
  const { result } = await run('', 'fill')
  expect(result).toMatchObject({ name: 'ChildFailed', reason: 'output' })
})

test('a single file cannot grow beyond the limit', async () => {
  const limits = { memoryBytes: 500e6, cpuSeconds: 60, diskBytes: 3e6 }
  const { result } = await run('', 'fill', { limits })
  expect(result).toMatchObject({ name: 'ChildFailed' })
  expect(await bytesIn(folder)).toBeLessThanOrEqual(2 * limits.diskBytes)
})
