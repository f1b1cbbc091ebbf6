import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { childEnvironment } from './child-environment.ts'
import { findProgram } from './find-program.ts'
import { type IsolatedProgram, type Isolation, isolated } from './isolation.ts'

/** Bytes of private memory that Node.js maps at its start and mostly never touches; added to the limit of `prlimit --data`. */
const NODE_RESERVE = 750_000_000

/** Tags, offsets and metadata are in V8's heap; pixels are in buffers outside of it. */
const HEAP_MEGABYTES = 512

/** Each of the three parts of the heap for young objects. By default V8 grows them to 32 MB and keeps that. */
const YOUNG_HEAP_MEGABYTES = 8

/** Limits of a child process and its helpers. */
export interface ChildLimits {
  /** Resident memory. */
  memoryBytes: number
  /** Processor time. */
  cpuSeconds: number
  /** Wall-clock time; undefined: no limit. */
  timeoutMs?: number
  /** Sum of all files in its folder, and so the largest length of each. */
  diskBytes: number
}

export type ChildProcess = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts an isolated process for untrusted files, limited by the system where `prlimit` exists: writable memory, processor time,
 * file length, no core dumps. It leads a process group of its own, so that its helpers end with it.
 */
export function startChild(isolation: Isolation, program: IsolatedProgram, limits: ChildLimits): ChildProcess {
  const isolatedNode = isolated(isolation, program, [
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    `--max-semi-space-size=${YOUNG_HEAP_MEGABYTES}`,
  ])
  const limited = [
    `--data=${limits.memoryBytes + NODE_RESERVE}`,
    // The later limit kills. Were both the same, a process could be killed before it is told that its time is over.
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 5}`,
    `--fsize=${limits.diskBytes}`,
    '--core=0',
    '--',
    ...isolatedNode,
  ]
  const [command = process.execPath, ...args] = prlimit ? [prlimit, ...limited] : isolatedNode
  return spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    // The child may not be allowed to enter the working folder of the server.
    cwd: program.folder,
    env: childEnvironment(program.folder),
    ...(isolation.kind === 'user' ? isolation.user : {}),
  })
}

const prlimit = findProgram('prlimit')
