/** The training process: one network from one data set. */
import '../../platform/process/child-setup.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Parent, serveParent } from '../../analysis/runtime/serve-parent.ts'
import { readCheckpoint, writeCheckpoint } from '../training/checkpoint.ts'
import { train } from '../training/train.ts'
import { checkpointFile, parametersFile, startFile, type TrainingOrder } from './messages.ts'
import { prefetchBatches } from './prefetch-batches.ts'

const floats = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer)

const work = async (order: TrainingOrder, parent: Parent): Promise<void> => {
  const { dataset, folder, run, plan, sampling, checkpointEvery } = order
  const checkpoint = join(folder, checkpointFile)
  const done = await readCheckpoint(checkpoint, run)
  let last = { time: performance.now(), step: done?.step ?? 0 }
  const start = order.hasStart ? floats(await readFile(join(folder, startFile))) : null
  await using batches = prefetchBatches({ dataset, plan, sampling })
  const parameters = await train({
    plan,
    fill: batches.fill,
    resume: done,
    start,
    reportEvery: checkpointEvery,
    async onReport({ loss, optimum }) {
      await writeCheckpoint(checkpoint, run, optimum)
      const now = { time: performance.now(), step: optimum.step }
      const secondsPerStep = (now.time - last.time) / 1000 / (now.step - last.step)
      last = now
      await parent.report({ step: optimum.step, loss, secondsPerStep })
    },
  })
  await writeFile(join(folder, parametersFile), parameters)
}

serveParent(work, () => false)
