import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { runChild, WorkRefused } from './run-child.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a program that writes these lines and ends. @returns the messages that were understood */
const run = async (lines: readonly string[], signal = new AbortController().signal) => {
  const program = join(folder, 'program.mjs')
  await writeFile(program, `process.stdout.write(${JSON.stringify(lines.join('\n'))})\n`)
  const heard: number[] = []
  await runChild({
    program,
    limits: { memoryBytes: 500_000_000, cpuSeconds: 30 },
    folder,
    order: {},
    message: z.object({ step: z.number() }),
    onMessage: ({ step }) => void heard.push(step),
    signal,
  })
  return heard
}

test('messages are handed on until the last one; what is no message, or comes after the end, is left alone', async () => {
  expect(
    await run(['{"step":1}', 'a warning', '{"step":"x"}', '{"step":2}', '{"done":true}', '{"st', '{"step":3}']),
  ).toEqual([1, 2])
})

test('a process that dies in the middle of a line fails its work, and nothing else', async () => {
  await expect(run(['{"step":1}', '{"done":tr'])).rejects.toThrow('ended before its work did')
})

test('an error for a user is told apart from any other', async () => {
  await expect(run(['{"error":{"message":"Save it again.","forUser":true}}'])).rejects.toThrow(WorkRefused)
  const other = run(['{"error":{"message":"broken","forUser":false}}'])
  await expect(other).rejects.not.toBeInstanceOf(WorkRefused)
})

test('what cannot be handled fails the work', async () => {
  const program = join(folder, 'program.mjs')
  await writeFile(program, `process.stdout.write('{}\\n'); process.stdin.resume()`)
  const work = runChild({
    program,
    limits: { memoryBytes: 500_000_000, cpuSeconds: 30 },
    folder,
    order: {},
    message: z.object({}),
    onMessage: async () => {
      throw new Error('no room for a checkpoint')
    },
    signal: new AbortController().signal,
  })
  await expect(work).rejects.toThrow('no room for a checkpoint')
})

test('an aborted work ends with the reason', async () => {
  await expect(run([], AbortSignal.abort(new Error('shutdown')))).rejects.toThrow('shutdown')
})
