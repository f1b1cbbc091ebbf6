import { lstat, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ChildFailed, runChild } from '../platform/process/run-child.ts'
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
export const decoderProgram = join(import.meta.dirname, 'child.ts')

/** A description of as many planes and channels as an image may have is a tenth of it. */
const longestMessage = 32 * 1024 ** 2
const megabyte = 1_000_000
/** Cores that the decoder may keep busy all the time. */
const coresAtOnce = 4

/**
 * Decodes an uploaded file in a limited child process and writes one tiled pyramid per plane, a thumbnail and
 * `description.json` into `outputDir`. A second run with the same file writes the same bytes.
 *
 * @throws ImagingError always with a sentence for the user; nothing is left in `outputDir` then
 */
export async function processImage(input: ProcessImageInput): Promise<ImageDescription> {
  const limits = { ...defaultLimits, ...input.limits }
  const { source, kind, originalName, outputDir, signal, onProgress } = input
  try {
    signal?.throwIfAborted()
    const { size } = await stat(source)
    const timeoutMs = limits.timeoutMs + (size / megabyte) * limits.timeoutMsPerMegabyte
    const description = await runChild<z.infer<typeof messageSchema>, ImageDescription>({
      program: decoderProgram,
      folder: outputDir,
      source,
      limits: {
        memoryBytes: limits.memoryBytes,
        cpuSeconds: Math.ceil((timeoutMs / 1000) * coresAtOnce),
        timeoutMs,
        diskBytes: limits.diskBytes + size * limits.diskBytesPerByte,
      },
      input: (path) => JSON.stringify({ source: path, kind, originalName, outputDir, limits } satisfies ImagingJob),
      schema: messageSchema,
      longestMessage,
      signal,
      onMessage: (message, { finish, fail }) => {
        if ('progress' in message) onProgress?.(message.progress)
        else if ('done' in message) finish(message.done)
        else fail(new ImagingError(message.error.reason, message.error.message))
      },
    })
    await requireFiles(outputDir, description)
    return description
  } catch (error) {
    await rm(outputDir, { recursive: true, force: true })
    if (signal?.aborted) throw cancelled()
    throw error instanceof ChildFailed ? inWords(error) : toImagingError(error)
  }
}

/** The files will be moved and read as ours: a link in their place would lead anywhere. */
async function requireFiles(folder: string, { planes, thumbnail }: ImageDescription): Promise<void> {
  for (const name of [...planes.map(({ file }) => file), thumbnail]) {
    const found = await lstat(join(folder, name))
    if (!found.isFile() || found.nlink > 1) throw crashed(`${name} is not a file of its own`)
  }
}

function inWords(failed: ChildFailed): ImagingError {
  switch (failed.reason) {
    case 'memory':
      return outOfMemory()
    case 'time':
      return tookTooLong()
    case 'space':
      return noSpace()
    case 'output':
      return wroteTooMuch()
    default:
      return endedWithoutWord(failed)
  }
}

function endedWithoutWord({ cause }: ChildFailed): ImagingError {
  const stderr = String(cause)
  if (/out of memory|bad_alloc|cannot allocate/i.test(stderr)) return outOfMemory()
  if (/no space left/i.test(stderr)) return noSpace()
  return crashed(cause)
}

const cancelled = () => new ImagingError('cancelled', 'Processing of this image was cancelled.')

const tookTooLong = () =>
  new ImagingError(
    'timeout',
    'Decoding this image takes longer than one image may take; save it as a tiled, pyramidal TIFF and upload it again.',
  )

const wroteTooMuch = () =>
  new ImagingError(
    'tooLarge',
    'This image takes far more room when it is decoded than its file; upload a part of it or a reduced version.',
  )
