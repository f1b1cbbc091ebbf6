import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runWork } from '../../analysis/runtime/run-work.ts'
import { requireRegularFile } from '../../platform/process/regular-file.ts'
import { parametersFile, type TrainingMessage, type TrainingOrder, trainingMessage } from './messages.ts'

const trainingProgram = join(import.meta.dirname, 'training-child.ts')

/** Resident memory, processor time, and what it may write: checkpoints and the result. */
const limits = { memoryBytes: 2_000_000_000, cpuSeconds: 24 * 3600, diskBytes: 200_000_000 }

/**
 * Trains a network in a limited process of its own. When the folder holds the checkpoint of an interrupted training of the same run, that one is
 * continued, with the same result.
 * @returns the averaged parameters, flat
 * @throws the signal's reason, or Error when the process failed or the training diverged
 */
export async function runTraining(
  order: TrainingOrder,
  onProgress: (progress: TrainingMessage) => void,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { dataset, folder } = order
  await runWork({
    program: trainingProgram,
    limits,
    folder,
    source: dataset,
    input: (source) => ({ ...order, dataset: source }) satisfies TrainingOrder,
    message: trainingMessage,
    onMessage: onProgress,
    signal,
  })
  const bytes = await readFile(await requireRegularFile(join(folder, parametersFile)))
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
