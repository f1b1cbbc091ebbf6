import { Graph } from '../graph/graph.ts'
import { initialParameters, trainingModel } from '../graph/models.ts'
import type { PlaneShape } from '../graph/tensor.ts'
import { type HeadCounts, headsLoss, outputsOf } from '../layers/heads.ts'
import { type UnetShape, unet } from '../layers/unet.ts'
import { InferenceSession, Tensor } from '../onnx/runtime.ts'
import { seededRandom } from '../random.ts'
import { adamStep, learningRate, type Optimum, startOf } from './adam.ts'

export interface TrainingPlan {
  network: Omit<UnetShape, 'outputs'>
  heads: HeadCounts
  /** Side of a patch, pixels; patches per step. */
  patch: number
  batch: number
  steps: number
  /** Highest learning rate. */
  rate: number
  seed: number
  threads: number
}

/** Buffers of one step; per sample, channel and pixel. */
export interface Batch {
  x: Float32Array
  target: Float32Array
  weight: Float32Array
}

/** Buffers for a step of the plan. */
export function createBatch({ network, heads, patch, batch }: TrainingPlan): Batch {
  const pixels = batch * patch * patch
  const outputs = pixels * outputsOf(heads)
  return {
    x: new Float32Array(pixels * network.channels),
    target: new Float32Array(outputs),
    weight: new Float32Array(outputs),
  }
}

export interface TrainingProgress {
  /** Of the steps since the last report, mean. */
  loss: number
  optimum: Optimum
}

export interface Training {
  plan: TrainingPlan
  /** Fills the buffers for a step, from 0. Must depend on the step only: an interrupted training repeats steps. */
  fill(batch: Batch, step: number): Promise<void> | void
  /** Of an interrupted training of the same plan. */
  resume?: Optimum | null
  /** Parameters to begin with, flat; random ones by the plan's seed without. */
  start?: Float32Array | null
  /** Steps between two reports. */
  reportEvery: number
  /** Awaited before training goes on. */
  onReport(progress: TrainingProgress): Promise<void> | void
  signal?: AbortSignal
}

/** How much of the moving average of the parameters stays in each step. */
const AVERAGING = 0.995

/**
 * Trains a U-Net from patches. The same plan, patches and machine give the same result, also when training was interrupted.
 * @returns the averaged parameters, flat
 * @throws Error when the loss is not finite any more; the signal's reason
 */
export async function train({
  plan,
  fill,
  resume,
  start,
  reportEvery,
  onReport,
  signal,
}: Training): Promise<Float32Array> {
  const { network, heads, patch, batch, steps, rate, seed, threads } = plan
  const outputs = outputsOf(heads)
  const shapeOf = (channels: number): PlaneShape => [batch, channels, patch, patch]
  const graph = new Graph('training')
  const x = graph.input('x', shapeOf(network.channels))
  const target = graph.input('target', shapeOf(outputs))
  const weight = graph.input('weight', shapeOf(outputs))
  const loss = headsLoss(graph, unet(graph, x, { ...network, outputs }), target, weight, heads)
  const model = trainingModel(graph, [x, target, weight], loss)
  const session = await InferenceSession.create(model, { intraOpNumThreads: threads, interOpNumThreads: 1 })

  const buffers = createBatch(plan)
  if (start && start.length !== graph.parameterCount)
    throw new RangeError(`the network has ${graph.parameterCount} parameters, not ${start.length}`)
  const optimum = resume ?? startOf(start ?? initialParameters(graph, seededRandom(seed)))
  let lossSum = 0
  let lossSteps = 0
  try {
    while (optimum.step < steps) {
      signal?.throwIfAborted()
      await fill(buffers, optimum.step)
      const result = await session.run({
        x: new Tensor('float32', buffers.x, x.shape),
        target: new Tensor('float32', buffers.target, target.shape),
        weight: new Tensor('float32', buffers.weight, weight.shape),
        parameters: new Tensor('float32', optimum.parameters, [optimum.parameters.length]),
      })
      const [value, gradient] = [result.loss?.data[0], result.gradient?.data]
      if (!Number.isFinite(value) || !(gradient instanceof Float32Array))
        throw new Error(`training diverged in step ${optimum.step}: its loss is ${value}`)
      adamStep(optimum, gradient, learningRate(rate, optimum.step + 1, steps), AVERAGING)
      lossSum += Number(value)
      lossSteps += 1
      if (optimum.step % reportEvery === 0 || optimum.step === steps) {
        await onReport({ loss: lossSum / lossSteps, optimum })
        ;[lossSum, lossSteps] = [0, 0]
      }
    }
  } finally {
    await session.release()
  }
  return optimum.average
}
