import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { childEnvironment } from './child-environment.ts'
import { findProgram } from './find-program.ts'
import { type IsolatedProgram, type Isolation, isolated } from './isolation.ts'

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
 * Starts an isolated process that reads pixels, limited by the system where `prlimit` exists: memory that it can write to, processor
 * time, length of a file, no core dumps. It leads its own process group, so that its helpers end with it.
 */
export function startChild(isolation: Isolation, program: IsolatedProgram, limits: ChildLimits): ChildProcess {
  const isolatedNode = isolated(isolation, program, [`--max-old-space-size=${HEAP_MEGABYTES}`])
  const limited = [
    `--data=${limits.memoryBytes + NODE_RESERVE}`,
    `--cpu=${limits.cpuSeconds}`,
    `--fsize=${limits.diskBytes}`,
    '--core=0',
    '--',
    ...isolatedNode,
  ]
  const [command = process.execPath, ...args] = prlimit ? [prlimit, ...limited] : isolatedNode
  return spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    // Of the server's own folder the child has no use, and may not be allowed to be there.
    cwd: program.folder,
    env: childEnvironment(program.folder),
    ...(isolation.kind === 'user' ? isolation.user : {}),
  })
}

const prlimit = findProgram('prlimit')
