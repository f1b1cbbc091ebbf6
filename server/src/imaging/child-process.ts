import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { childEnvironment } from './child-environment.ts'

const CHILD = join(import.meta.dirname, 'child.ts')

/** Private memory that Node.js maps at its start and mostly never touches. */
const NODE_RESERVE = 600_000_000

/** V8's own heap holds tags, offsets and metadata; pixels are outside of it. */
const HEAP_MEGABYTES = 512

export type DecodingProcess = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts the decoding process, limited by the system where `prlimit` exists: memory that it can write to, processor
 * time, no core dumps. It leads its own process group, so that its helpers end with it.
 */
export function startChild(limits: { memoryBytes: number; cpuSeconds: number }, temporaryDir: string): DecodingProcess {
  const node = [process.execPath, `--max-old-space-size=${HEAP_MEGABYTES}`, CHILD]
  const limited = [
    `--data=${limits.memoryBytes + NODE_RESERVE}`,
    `--cpu=${limits.cpuSeconds}`,
    '--core=0',
    '--',
    ...node,
  ]
  const [command = process.execPath, ...args] = prlimit ? [prlimit, ...limited] : node
  return spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: childEnvironment(temporaryDir),
  })
}

const prlimit = findProgram('prlimit')

export function findProgram(name: string): string | null {
  const found = (process.env.PATH ?? '').split(delimiter).find((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  return found === undefined ? null : join(found, name)
}
