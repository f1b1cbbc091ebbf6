import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { requireRegularFile } from '../platform/process/regular-file.ts'
import { ChildFailed, runChild } from '../platform/process/run-child.ts'
import { childFailureInWords, crashed, toImagingError } from './decoder-errors.ts'
import { filesOf, type ImageKind, type ProcessedImage, processedImageSchema } from './description.ts'
import { ImagingError, imagingReasons } from './imaging-error.ts'
import type { ImagingJob } from './job.ts'
import { defaultLimits, type ImagingLimits } from './limits.ts'

/** Input of `processImage`. */
export interface ProcessImageInput {
  /** Path of the uploaded file; it is only read. */
  source: string
  kind: ImageKind
  /** Name of the file at the user's machine: only for its extension in messages, never used as a path. */
  originalName: string
  /** A folder used by this call only; it is created when missing and removed when the call fails. */
  outputDir: string
  signal?: AbortSignal
  limits?: Partial<ImagingLimits>
  /** Called with growing fractions from 0 to 1. */
  onProgress?: (fraction: number) => void
  /** Called once, before tiles are written, with a JPEG of at most 512 pixels per side; never for large images. */
  onPreview?: (jpeg: Buffer) => void
}

/** Characters of a preview; a JPEG of 512 × 512 pixels has a tenth of that. */
const longestPreview = 2_000_000

const messageSchema = z.union([
  z.object({ progress: z.number() }),
  z.object({ preview: z.base64().max(longestPreview) }),
  z.object({ done: processedImageSchema }),
  z.object({ error: z.object({ reason: z.enum(imagingReasons), message: z.string() }) }),
])

/** Path of the program that decodes uploads, run by `runChild`. */
export const decoderProgram = join(import.meta.dirname, 'child.ts')

/** Bytes. The description of an image with all planes and channels that `defaultLimits` allow has a tenth of that. */
const longestMessage = 32 * 1024 ** 2
const megabyte = 1_000_000
/** Cores that the decoder can keep busy: the CPU time limit is that many times the wall-clock limit. */
const coresAtOnce = 4

/**
 * Decodes an uploaded file in a limited child process and writes one tiled pyramid per plane, a thumbnail and
 * `description.json` into `outputDir`. Runs with the same file write the same bytes.
 *
 * @throws ImagingError only, with a message for the user; `outputDir` has been removed then
 */
export async function processImage(input: ProcessImageInput): Promise<ProcessedImage> {
  const limits = { ...defaultLimits, ...input.limits }
  const { source, kind, originalName, outputDir, signal, onProgress, onPreview } = input
  try {
    signal?.throwIfAborted()
    const { size } = await stat(source)
    const timeoutMs = limits.timeoutMs + (size / megabyte) * limits.timeoutMsPerMegabyte
    const description = await runChild<z.infer<typeof messageSchema>, ProcessedImage>({
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
        else if ('preview' in message) onPreview?.(Buffer.from(message.preview, 'base64'))
        else if ('done' in message) finish(message.done)
        else fail(new ImagingError(message.error.reason, message.error.message))
      },
    })
    await requireFiles(outputDir, description)
    return description
  } catch (error) {
    await rm(outputDir, { recursive: true, force: true })
    if (signal?.aborted) throw cancelled()
    throw error instanceof ChildFailed ? childFailureInWords(error) : toImagingError(error)
  }
}

async function requireFiles(folder: string, image: ProcessedImage): Promise<void> {
  for (const name of filesOf(image)) {
    await requireRegularFile(join(folder, name)).catch((error: unknown) => {
      throw crashed(error)
    })
  }
}

const cancelled = () => new ImagingError('cancelled', 'Processing of this image was cancelled.')
