/** @jest-environment ./test/native-arrays-environment.cjs */
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../random.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { type Batch, type Training, type TrainingPlan, train } from './train.ts'

const plan: TrainingPlan = {
  network: { channels: 1, widths: [4, 6] },
  heads: { probabilities: 1, values: 1 },
  patch: 16,
  batch: 2,
  steps: 240,
  rate: 0.02,
  seed: 5,
  threads: 1,
}

/** Bright squares on dark ground: where they are, and half of that as the value. */
const squares = ({ x, target, weight }: Batch, step: number) => {
  const random = seededRandom(step + 1)
  weight.fill(1)
  for (let sample = 0; sample < 2; sample++) {
    const [left, top] = [Math.floor(random() * 8), Math.floor(random() * 8)]
    for (let i = 0; i < 256; i++) {
      const [u, v] = [i % 16, Math.floor(i / 16)]
      const inside = u >= left && u < left + 8 && v >= top && v < top + 8 ? 1 : 0
      x[sample * 256 + i] = inside + 0.2 * (random() - 0.5)
      target[sample * 512 + i] = inside
      target[sample * 512 + 256 + i] = inside / 2
    }
  }
}
const training = (more: Partial<Training>): Training => ({
  plan,
  fill: squares,
  reportEvery: 60,
  onReport: () => undefined,
  ...more,
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'training-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a network learns what it is shown', async () => {
  const losses: number[] = []
  await train(training({ onReport: ({ loss }) => void losses.push(loss) }))
  expect(losses).toHaveLength(4)
  expect(losses[3]).toBeLessThan(0.5 * (losses[0] ?? 0))
})

test('an interrupted training ends with the same parameters', async () => {
  const path = join(folder, 'checkpoint')
  const whole = await train(training({}))
  const interrupt = new AbortController()
  const interrupted = train(
    training({
      signal: interrupt.signal,
      async onReport({ optimum }) {
        await writeCheckpoint(path, 'run', optimum)
        if (optimum.step === 120) interrupt.abort(new Error('interrupted'))
      },
    }),
  )
  await expect(interrupted).rejects.toThrow('interrupted')
  const resume = await readCheckpoint(path, 'run')
  expect(resume?.step).toBe(120)
  expect(await train(training({ resume }))).toEqual(whole)
})

test('a checkpoint of another run, and a damaged one, is not taken', async () => {
  const path = join(folder, 'checkpoint')
  await train({
    ...training({ onReport: ({ optimum }) => writeCheckpoint(path, 'run', optimum) }),
    plan: { ...plan, steps: 2 },
  })
  expect((await readCheckpoint(path, 'run'))?.step).toBe(2)
  expect(await readCheckpoint(path, 'another')).toBeNull()
  const { length } = await readFile(path)
  await truncate(path, length - 1)
  expect(await readCheckpoint(path, 'run')).toBeNull()
  await writeFile(path, 'nonsense that is longer than a head')
  expect(await readCheckpoint(path, 'run')).toBeNull()
  expect(await readCheckpoint(join(folder, 'none'), 'run')).toBeNull()
})

test('a training that diverges says so', async () => {
  const fill = (batch: Batch, step: number) => {
    squares(batch, step)
    if (step === 3) batch.x.fill(Number.NaN)
  }
  await expect(train(training({ fill }))).rejects.toThrow('diverged in step 3')
})

test('a training begins with the parameters that it is given, of a network of the same form only', async () => {
  const start = await train(training({}))
  const losses: number[] = []
  await train(training({ start, onReport: ({ loss }) => void losses.push(loss), plan: { ...plan, steps: 5, rate: 0 } }))
  expect(losses[0]).toBeLessThan(0.5)
  await expect(train(training({ start: start.slice(1) }))).rejects.toThrow(RangeError)
})
