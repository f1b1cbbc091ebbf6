import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { childEnvironment } from './child-environment.ts'
import { findProgram } from './find-program.ts'

/** Private memory that Node.js maps at its start and mostly never touches. */
const NODE_RESERVE = 750_000_000

/** V8's own heap holds tags, offsets and metadata; pixels are outside of it. */
const HEAP_MEGABYTES = 512

export interface ChildLimits {
  /** Resident memory. */
  memoryBytes: number
  /** Processor time. */
  cpuSeconds: number
  /** Time by the clock; undefined: no limit. */
  timeoutMs?: number
  /** All files in its folder, and so the length of each. */
  diskBytes: number
}

export type ChildProcess = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts a process that reads pixels, limited by the system where `prlimit` exists: memory that it can write to, processor
 * time, length of a file, no core dumps. It leads its own process group, so that its helpers end with it.
 */
export function startChild(program: string, limits: ChildLimits, temporaryDir: string): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${HEAP_MEGABYTES}`, program]
  const limited = [
    `--data=${limits.memoryBytes + NODE_RESERVE}`,
    `--cpu=${limits.cpuSeconds}`,
    `--fsize=${limits.diskBytes}`,
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
