import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { requireRegularFile } from '../platform/process/regular-file.ts'
import { ChildFailed, runChild } from '../platform/process/run-child.ts'
import { childFailureInWords, toImagingError } from './decoder-errors.ts'
import { ImagingError, imagingReasons } from './imaging-error.ts'
import type { MaskTask } from './label-mask/write-mask-objects.ts'
import { defaultLimits } from './limits.ts'

/** Path of the program that reads label masks, run by `runChild`. */
export const labelMaskProgram = join(import.meta.dirname, 'label-mask/child.ts')

const messageSchema = z.union([
  z.object({ done: z.literal(true) }),
  z.object({ error: z.object({ reason: z.enum(imagingReasons), message: z.string() }) }),
])
/** Bytes. */
const longestMessage = 100_000
/** Bytes of the file of objects: a million objects of fifty corners have half of that. */
const mostBytes = 1_000_000_000
const megabyte = 1_000_000

/**
 * Reads a label mask, whose pixels have numbers of objects or of classes, in a limited process of its own.
 * @param task `folder` is used by this call only
 * @returns path of a file in the folder: JSON with the list `objects` of `MaskObject`
 * @throws ImagingError, with a message for the user; the reason of an aborted signal
 */
export const readLabelMask = async (task: Omit<MaskTask, 'target'>, signal: AbortSignal): Promise<string> => {
  const { source, folder } = task
  const target = join(folder, 'objects.json')
  const { size } = await stat(source)
  const timeoutMs = defaultLimits.timeoutMs + (size / megabyte) * defaultLimits.timeoutMsPerMegabyte
  try {
    await runChild<z.infer<typeof messageSchema>, void>({
      program: labelMaskProgram,
      folder,
      source,
      limits: {
        memoryBytes: defaultLimits.memoryBytes,
        cpuSeconds: Math.ceil(timeoutMs / 1000),
        timeoutMs,
        diskBytes: mostBytes + size,
      },
      input: (path) => JSON.stringify({ ...task, source: path, target } satisfies MaskTask),
      schema: messageSchema,
      longestMessage,
      signal,
      onMessage: (message, { finish, fail }) => {
        if ('done' in message) finish()
        else fail(new ImagingError(message.error.reason, message.error.message))
      },
    })
    await requireRegularFile(target)
    return target
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ChildFailed ? childFailureInWords(error) : toImagingError(error)
  }
}
