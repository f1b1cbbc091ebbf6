import { join } from 'node:path'
import { runWork } from '../analysis/runtime/run-work.ts'
import { requireRegularFile } from '../platform/process/regular-file.ts'
import { drawingMessage, pictureFile, truthFile } from './messages.ts'

/** Path of the program that draws, run by `runWork`. */
export const drawingProgram = join(import.meta.dirname, 'child.ts')

/** The largest slide took 400 MB of memory, four minutes of a processor and 260 MB of disk. */
const limits = { memoryBytes: 1_200_000_000, cpuSeconds: 3600, diskBytes: 2_000_000_000 }

/**
 * Draws a sample picture in a process of its own.
 *
 * @param folder - of the process, empty
 * @returns paths of the TIFF file and of a JSON file with what was drawn
 * @throws the signal's reason, or Error when the process failed
 */
export const drawPicture = async (
  pictureId: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ picture: string; truth: string }> => {
  await runWork({
    program: drawingProgram,
    limits,
    folder,
    input: () => ({ folder, pictureId }),
    message: drawingMessage,
    onMessage: () => undefined,
    signal,
  })
  return {
    picture: await requireRegularFile(join(folder, pictureFile)),
    truth: await requireRegularFile(join(folder, truthFile)),
  }
}
