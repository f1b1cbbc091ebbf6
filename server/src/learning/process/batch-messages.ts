import type { Sampling } from '../augmentation/sample-patch.ts'
import type { Batch, TrainingPlan } from '../training/train.ts'

/** What the thread of `prefetchBatches` is started with. */
export interface BatchSource {
  /** Path of the data set (dataset/dataset-file.ts). */
  dataset: string
  plan: TrainingPlan
  sampling: Omit<Sampling, 'side'>
}

/** To the thread and, filled, back. */
export interface BatchOfStep {
  step: number
  batch: Batch
}
