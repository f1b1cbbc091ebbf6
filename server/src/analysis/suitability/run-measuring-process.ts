import { join } from 'node:path'
import { readRegularFile } from '../../platform/process/regular-file.ts'
import { runWork, WorkRefused } from '../runtime/run-work.ts'
import type { Region } from '../runtime/tiles.ts'
import { type Measurements, measurements } from './measurements.ts'
import { type MeasuringTask, measurementsFile, wantedRegions } from './messages.ts'

/** Path of the program that measures an image, run by `runWork`. */
export const measuringProgram = join(import.meta.dirname, 'child.ts')

/** Resident memory (bytes) and CPU time of one measurement; decoding a large file takes most of both. */
const limits = { memoryBytes: 1_200_000_000, cpuSeconds: 3600 }
/** The same for tiles of a pyramid, which are at most as many for an image of any size. */
const sampleLimits = { memoryBytes: 600_000_000, cpuSeconds: 600 }

/** Of the file with the measurements: some hundred per channel. */
const mostBytes = 1_000_000

const noTiles = async (): Promise<void> => {
  throw new Error('Only tiles of large images are fetched')
}

/**
 * Measures an image in a limited process of its own.
 *
 * @param diskBytes upper bound of all files in the folder: tiles or raw pixels, and the measurements
 * @param fetch puts the tiles of regions of a large image into the folder, when its overview has told which
 * @throws WorkRefused for an image that cannot be read, the signal's reason, or Error when the process failed
 */
export const runMeasuringProcess = async (
  task: MeasuringTask,
  diskBytes: number,
  signal: AbortSignal,
  fetch: (regions: readonly Region[]) => Promise<void> = noTiles,
): Promise<Measurements> => {
  const { folder, image } = task
  const read = async () => {
    const text = await readRegularFile(join(folder, measurementsFile), mostBytes)
    return measurements.parse(JSON.parse(text))
  }
  let fetching = Promise.resolve()
  const running = runWork({
    program: measuringProgram,
    limits: { ...('path' in image ? limits : sampleLimits), diskBytes },
    folder,
    ...('path' in image && { source: image.path }),
    input: (seen) => ({ ...task, image: 'path' in image ? { ...image, path: seen } : image }) satisfies MeasuringTask,
    message: wantedRegions,
    onMessage: async ({ wanted }, answer) => {
      fetching = fetching.then(() => fetch(wanted))
      await fetching
      answer({ fetched: wanted.length })
    },
    signal,
  })
  try {
    // The caller removes the folder: what is written into it must have ended.
    await running.finally(() => fetching.catch(() => undefined))
  } catch (error) {
    if (signal.aborted || error instanceof WorkRefused) throw error
    // It failed in a network, after everything else was measured.
    return read().catch(() => {
      throw error
    })
  }
  return read()
}
