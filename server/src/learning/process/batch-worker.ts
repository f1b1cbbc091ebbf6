/** A thread that makes batches, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { makeBatches } from '../augmentation/make-batches.ts'
import { readDataset } from '../dataset/dataset-file.ts'
import type { BatchOfStep, BatchSource } from './batch-messages.ts'
import { buffersOf } from './prefetch-batches.ts'

const { dataset, plan, sampling }: BatchSource = workerData
const fill = makeBatches(await readDataset(dataset), plan, sampling)
parentPort?.on('message', (filled: BatchOfStep) => {
  fill(filled.batch, filled.step)
  parentPort?.postMessage(filled, buffersOf(filled.batch))
})
