import { mkdir, rm, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { type DecodingProcess, startChild } from '../platform/process/child-process.ts'
import { watchMemory } from '../platform/process/memory-watchdog.ts'
import { crashed, noSpace, outOfMemory, toImagingError } from './decoder-errors.ts'
import { type ImageDescription, type ImageKind, imageDescriptionSchema } from './description.ts'
import { ImagingError, imagingReasons } from './imaging-error.ts'
import type { ImagingJob } from './job.ts'
import { defaultLimits, type ImagingLimits } from './limits.ts'

export interface ProcessImageInput {
  /** Path of the uploaded file; it is only read. */
  source: string
  kind: ImageKind
  /** Name the user gave the file: it is shown in sentences, never trusted. */
  originalName: string
  /** A folder of its own for this call; it is made when missing and removed again when the call fails. */
  outputDir: string
  signal?: AbortSignal
  limits?: Partial<ImagingLimits>
  /** Called with growing fractions of 1. */
  onProgress?: (fraction: number) => void
}

const messageSchema = z.union([
  z.object({ progress: z.number() }),
  z.object({ done: imageDescriptionSchema }),
  z.object({ error: z.object({ reason: z.enum(imagingReasons), message: z.string() }) }),
])

/** The program that decodes uploads. */
const decoder = join(import.meta.dirname, 'child.ts')

/** Decoding does not compete with answering requests. */
const NICE = 5
const STDERR_KEPT = 4_096
const MEGABYTE = 1_000_000

/**
 * Decodes an uploaded file in a limited child process and writes one tiled pyramid a plane, a thumbnail and
 * `description.json` into `outputDir`. A second run with the same file writes the same bytes.
 *
 * @throws ImagingError always with a sentence for the user; nothing is left in `outputDir` then
 */
export async function processImage(input: ProcessImageInput): Promise<ImageDescription> {
  const limits = { ...defaultLimits, ...input.limits }
  try {
    input.signal?.throwIfAborted()
    await mkdir(input.outputDir, { recursive: true })
    const { size } = await stat(input.source)
    const timeoutMs = limits.timeoutMs + (size / MEGABYTE) * limits.timeoutMsPerMegabyte
    const { source, kind, originalName, outputDir } = input
    return await runChild({ source, kind, originalName, outputDir, limits }, timeoutMs, input)
  } catch (error) {
    await rm(input.outputDir, { recursive: true, force: true })
    throw input.signal?.aborted ? cancelled() : toImagingError(error)
  }
}

async function runChild(job: ImagingJob, timeoutMs: number, { signal, onProgress }: ProcessImageInput) {
  const cpuSeconds = Math.ceil((timeoutMs / 1000) * 4)
  const child = startChild(decoder, { memoryBytes: job.limits.memoryBytes, cpuSeconds }, job.outputDir)
  const { promise, resolve, reject } = Promise.withResolvers<ImageDescription>()
  const fail = (error: ImagingError) => {
    reject(error)
    killGroup(child)
  }
  const abort = () => fail(cancelled())
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  const timer = setTimeout(() => fail(tookTooLong()), timeoutMs)
  const stopWatching = child.pid ? watchMemory(child.pid, job.limits.memoryBytes, () => fail(outOfMemory())) : () => {}
  if (child.pid) lowerPriority(child.pid)

  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parseMessage(line)
    if (!message) return
    if ('progress' in message) onProgress?.(message.progress)
    else if ('done' in message) resolve(message.done)
    else reject(new ImagingError(message.error.reason, message.error.message, { cause: stderr }))
  })
  child.on('error', (error) => reject(error))
  // Its helpers must not write on into the folder.
  child.on('exit', () => killGroup(child))
  // A child that ends without a last word; after one this changes nothing.
  child.on('close', (_code, ending) => reject(endedWithoutWord(ending, stderr)))
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(job)}\n`)

  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stopWatching()
    signal?.removeEventListener('abort', abort)
    await ended(child)
  }
}

function parseMessage(line: string) {
  try {
    return messageSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Waits until nothing of the group can write into the folder any more. */
async function ended(child: DecodingProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.stdin.end()
    killGroup(child)
  })
}

function killGroup(child: DecodingProcess): void {
  if (!child.pid) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

function endedWithoutWord(ending: NodeJS.Signals | null, stderr: string): ImagingError {
  if (/out of memory|bad_alloc|cannot allocate/i.test(stderr)) return outOfMemory()
  if (/no space left/i.test(stderr)) return noSpace()
  if (ending === 'SIGXCPU') return tookTooLong()
  return crashed(stderr)
}

const cancelled = () => new ImagingError('cancelled', 'Processing of this image was cancelled.')

const tookTooLong = () =>
  new ImagingError(
    'timeout',
    'Decoding this image takes longer than one image may take; save it as a tiled, pyramidal TIFF and upload it again.',
  )
