import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { runWork, WorkRefused } from './run-work.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'work-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a program that writes these lines and ends. @returns what it reported */
const run = async (
  lines: readonly string[],
  onMessage: (step: number) => Promise<void> | void = () => undefined,
  { cpuSeconds = 30, body = '' } = {},
): Promise<number[]> => {
  const programs = await mkdtemp(join(tmpdir(), 'program-'))
  // The process may run as another user.
  await chmod(programs, 0o755)
  const program = join(programs, 'program.mjs')
  await writeFile(program, `process.stdout.write(${JSON.stringify(lines.join('\n'))} + '\\n')\n${body}\n`)
  const heard: number[] = []
  try {
    await runWork({
      program,
      limits: { memoryBytes: 500_000_000, cpuSeconds, diskBytes: 1_000_000 },
      folder,
      input: () => ({}),
      message: z.object({ step: z.number() }),
      onMessage: ({ step }) => {
        heard.push(step)
        return onMessage(step)
      },
      signal: new AbortController().signal,
    })
  } finally {
    await rm(programs, { recursive: true })
  }
  return heard
}

test('reports are passed on until the last message', async () => {
  expect(await run(['{"step":1}', '{"step":2}', '{"done":true}', '{"step":3}'])).toEqual([1, 2])
})

test('an error for the user is distinguished from others', async () => {
  await expect(run(['{"error":{"message":"Save it again.","forUser":true}}'])).rejects.toThrow(WorkRefused)
  const other = run(['{"error":{"message":"broken","forUser":false}}'])
  await expect(other).rejects.toThrow('broken')
  await expect(other).rejects.not.toBeInstanceOf(WorkRefused)
})

test('an invalid message and an end without the last message fail the work with their reason', async () => {
  await expect(run(['{"step":"x"}'])).rejects.toThrow('it sent what is no message')
  await expect(run(['{"step":1}'])).rejects.toThrow('it ended without its last message')
})

test('a process that takes all of its processor time is told from one that fails', async () => {
  const running = run(['{"step":1}'], undefined, { cpuSeconds: 1, body: 'for (;;) {}' })
  await expect(running).rejects.toMatchObject({ name: 'WorkTooLarge', limit: 'time' })
})

test('a report that cannot be handled fails the work', async () => {
  const handle = () => Promise.reject(new Error('no room for a checkpoint'))
  await expect(run(['{"step":1}'], handle)).rejects.toThrow('no room for a checkpoint')
})
