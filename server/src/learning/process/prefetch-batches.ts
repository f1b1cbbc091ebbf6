import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Batch, createBatch } from '../training/train.ts'
import type { BatchOfStep, BatchSource } from './batch-messages.ts'

/** What changes hands with a batch, uncopied. */
export const buffersOf = ({ x, target, weight }: Batch): ArrayBuffer[] =>
  [x, target, weight].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))

export interface BatchPrefetch extends AsyncDisposable {
  /** For `train`: each step is the one after the last. @throws what the thread threw; RangeError for another step */
  fill(batch: Batch, step: number): Promise<void>
}

/**
 * Makes batches in a thread of its own, one step ahead, because running a network blocks the thread that calls it. They are those of
 * `makeBatches`: a batch follows from its step alone.
 */
export function prefetchBatches(source: BatchSource): BatchPrefetch {
  const worker = new Worker(new URL('./batch-worker.ts', import.meta.url), { workerData: source })
  // Is asked for when the first batch is; until then a failure must not end the process.
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined)
  let spare = createBatch(source.plan)
  let ahead: { step: number; made: Promise<BatchOfStep> } | undefined
  const begin = (step: number) => {
    const order: BatchOfStep = { step, batch: spare }
    const made = Promise.race([once(worker, 'message').then(([filled]): BatchOfStep => filled), failed])
    made.catch(() => undefined)
    worker.postMessage(order, buffersOf(spare))
    return { step, made }
  }
  return {
    async fill(batch, step) {
      if (ahead && ahead.step !== step) throw new RangeError(`step ${ahead.step} is made, not ${step}`)
      const { batch: made } = await (ahead ?? begin(step)).made
      for (const part of ['x', 'target', 'weight'] as const) batch[part].set(made[part])
      spare = made
      ahead = begin(step + 1)
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
