import { gaussian } from '../src/analysis/operators/gaussian.ts'
import { nucleusScaleFor, segmentNuclei } from '../src/analysis/operators/segment-nuclei.ts'
import { splitIntoTiles } from '../src/analysis/runtime/tiles.ts'
import { makeBatches } from '../src/learning/augmentation/make-batches.ts'
import { detectNuclei } from '../src/learning/inference/detect-nuclei.ts'
import type { InterleavedSource } from '../src/learning/inference/interleaved-source.ts'
import { openNetwork } from '../src/learning/inference/network.ts'
import { readBaseModel } from '../src/learning/models/base-models.ts'
import { train } from '../src/learning/training/train.ts'
import { recipes } from '../training/recipes.ts'
import { makeSyntheticFields } from '../training/synthetic-fields.ts'
import { type BenchResult, median, round } from './bench-result.ts'
import { DIAMETER as diameter, FIELD as field, hDabField } from './sections.ts'

/** The field is repeated to a section of this side. */
const side = 6144
/** As in the applications. */
const TILE = 1536
const levels = [0, 1, 2].map(() => ({ low: 0, high: 240 }))

const repeated = (rgb: Uint8Array): InterleavedSource => ({
  width: side,
  height: side,
  channels: 3,
  read: async ({ left, top, width, height }) => {
    const samples = new Uint8Array(width * height * 3)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; ) {
        const u = (left + x) % field.width
        const run = Math.min(field.width - u, width - x)
        const from = (((top + y) % field.height) * field.width + u) * 3
        samples.set(rgb.subarray(from, from + run * 3), (y * width + x) * 3)
        x += run
      }
    }
    return samples
  },
})

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Seconds per step of training, batches included. */
async function trainingStep(threads: number): Promise<number> {
  const plan = { ...recipes.stained.plan, steps: 12, threads }
  const pools = [{ share: 1, fields: await makeSyntheticFields('h-dab', 2, 1) }]
  const times: number[] = []
  let last = performance.now()
  await train({
    plan,
    fill: makeBatches(pools, plan, recipes.stained.sampling),
    reportEvery: 1,
    onReport: () => {
      times.push(performance.now() - last)
      last = performance.now()
    },
  })
  return median(times) / 1000
}

/** Nuclei of a section at 0.5 µm per pixel, in one thread; training of the same network. */
export const run = async (): Promise<BenchResult[]> => {
  const rgb = await hDabField()
  const model = await readBaseModel('stained')
  const loads = await timed(async () => (await openNetwork(model.bytes)).release())
  const network = await openNetwork(model.bytes)
  let [nuclei, memory] = [0, 0]
  const learned = await timed(async () => {
    const detection = detectNuclei(network, repeated(rgb), levels, diameter)
    for (const { core } of splitIntoTiles(detection.scaled, TILE, 0)) {
      nuclei += (await detection.detect(core)).nuclei.length
      memory = Math.max(memory, process.memoryUsage.rss())
    }
  })
  await network.release()
  const red = Float32Array.from({ length: field.width * field.height }, (_, i) => 1 - (rgb[3 * i] ?? 0) / 255)
  const scale = nucleusScaleFor(diameter)
  const classical = await timed(() =>
    segmentNuclei(
      gaussian(red, field, scale.smoothing).map((value) => value * 4),
      field,
      scale,
    ),
  )
  const speed = (pixels: number, ms: number) => round(pixels / 1000 / ms, 2)
  const ours = speed(side ** 2, learned)
  const step = await trainingStep(1)
  return [
    {
      name: 'nuclei of a stained section, 0.5 µm a pixel, one thread',
      unit: 'MP/s',
      ours,
      peers: [{ name: 'classical', value: speed(field.width * field.height, classical) }],
      floor: '≥ 2 MP/s',
      met: ours >= 2,
      notes: [`${nuclei} nuclei, ${round(memory / 1e6)} MB resident, the model loads in ${round(loads)} ms`],
    },
    {
      name: 'training step of the stained model, one thread',
      unit: 's',
      ours: round(step, 3),
      peers: [],
      floor: '≤ 0.6 s, for two hours of training',
      met: step <= 0.6,
      notes: [],
    },
  ]
}
