import * as z from 'zod'
import type { Sampling } from '../augmentation/sample-patch.ts'
import type { TrainingPlan } from '../training/train.ts'

/** First line to the training process. */
export interface TrainingOrder {
  /** Path of the data set (dataset/dataset-file.ts). */
  dataset: string
  /** For the checkpoint of an interrupted training, and the result. */
  folder: string
  /** Of what the training is: a checkpoint of another run is not taken. */
  run: string
  plan: TrainingPlan
  sampling: Omit<Sampling, 'side'>
  /** Steps between two checkpoints. */
  checkpointEvery: number
  /** Whether `startFile` in the folder holds the parameters to begin with: else they are random. */
  hasStart?: boolean
}

export const trainingMessage = z.object({ step: z.int(), loss: z.number(), secondsPerStep: z.number() })
export type TrainingMessage = z.infer<typeof trainingMessage>

export const checkpointFile = 'training.checkpoint'
/** Float32, flat. */
export const startFile = 'start.f32'
export const parametersFile = 'parameters.f32'
