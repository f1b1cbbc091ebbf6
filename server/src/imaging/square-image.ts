import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { ChildFailed, runChild } from '../platform/process/run-child.ts'

/** Path of the program that reads the picture, run by `runChild`. */
export const squareImageProgram = join(import.meta.dirname, 'square-image/child.ts')
const limits = { memoryBytes: 500_000_000, cpuSeconds: 10, timeoutMs: 20_000, diskBytes: 64_000_000 }
/** Bytes; a WebP of 256 × 256 pixels has far less. */
const longestMessage = 1_000_000

const messageSchema = z.union([z.object({ picture: z.base64().min(1) }), z.object({ refused: z.string() })])

/** The file is not a picture that the child process can read. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'
}

/**
 * Crops a PNG, JPEG or WebP to its central square, scales it to 256 × 256 pixels and encodes it as WebP, in a process of its own with limits
 * of memory and time, which confines what a malicious file can do.
 *
 * @throws UnreadableImage when the file is no picture or exceeds the limits; ChildFailed `space` when the disk is full
 */
export const encodeSquareImage = async (file: Uint8Array): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-picture-'))
  try {
    return await runChild<z.infer<typeof messageSchema>, Buffer>({
      program: squareImageProgram,
      folder,
      limits,
      input: () => file,
      schema: messageSchema,
      longestMessage,
      onMessage: (message, { finish, fail }) => {
        if ('picture' in message) finish(Buffer.from(message.picture, 'base64'))
        else fail(new UnreadableImage(message.refused))
      },
    })
  } catch (error) {
    // A valid picture of the allowed size neither exceeds the limits nor ends the process.
    throw error instanceof ChildFailed && error.reason !== 'space'
      ? new UnreadableImage(error.message, { cause: error })
      : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
