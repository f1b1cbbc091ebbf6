import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pool, readDataset, writeDataset } from '../dataset/dataset-file.ts'
import { NUCLEUS_HEAD_COUNTS } from '../network-input.ts'
import { seededRandom } from '../random.ts'
import type { TrainingOrder } from './messages.ts'
import { runTraining } from './run-training.ts'

/** A field with four discs. */
const field = (seed: number): Pool['fields'][number] => {
  const random = seededRandom(seed)
  const side = 48
  const labels = Uint16Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)]
    const [u, v] = [(x % 24) - 12, (y % 24) - 12]
    return Math.hypot(u, v) < 8 ? 1 + Math.floor(x / 24) + 2 * Math.floor(y / 24) : 0
  })
  const planes = [0, 1, 2].map(() => Uint8Array.from(labels, (label) => (label ? 90 : 220) + 20 * random()))
  const levels = planes.map(() => ({ low: 0, high: 235 }))
  return {
    name: `discs ${seed}`,
    kind: seed % 2 ? 'stained' : 'h-dab',
    width: side,
    height: side,
    planes,
    levels,
    labels,
  }
}
const pools: Pool[] = [{ share: 1, fields: [field(1), field(2)] }]

let folder: string
let order: TrainingOrder
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-training-'))
  order = {
    dataset: join(folder, 'dataset'),
    folder: join(folder, 'first'),
    run: 'test',
    plan: {
      network: { channels: 3, widths: [4, 6] },
      heads: NUCLEUS_HEAD_COUNTS,
      patch: 32,
      batch: 2,
      // So many that few end before the kill arrives.
      steps: 120,
      rate: 0.003,
      seed: 7,
      threads: 1,
    },
    sampling: { diameter: 12, scale: 0.3 },
    checkpointEvery: 6,
  }
  await writeDataset(order.dataset, pools)
})
afterEach(() => rm(folder, { recursive: true }))

test('a data set is read as it was written; half of one is refused', async () => {
  expect(await readDataset(order.dataset)).toEqual(pools)
  await truncate(order.dataset, 9000)
  await expect(readDataset(order.dataset)).rejects.toThrow(RangeError)
})

test('a training that is killed twice goes on where it was, and ends with the same parameters', async () => {
  const steps: number[] = []
  const whole = await runTraining(order, ({ step }) => void steps.push(step), new AbortController().signal)
  expect(steps).toEqual(Array.from({ length: 20 }, (_, i) => 6 * (i + 1)))
  const killed = { ...order, folder: join(folder, 'second') }
  const seen: number[] = []
  for (const _ of [1, 2]) {
    const kill = new AbortController()
    const run = runTraining(
      killed,
      ({ step }) => {
        seen.push(step)
        kill.abort(new Error('killed'))
      },
      kill.signal,
    )
    // On a busy machine a kill may arrive after the end: then the next run has nothing left to do.
    const ended = await run.then(
      () => 'killed',
      ({ message }: Error) => message,
    )
    expect(ended).toBe('killed')
  }
  const rest = await runTraining(killed, ({ step }) => void seen.push(step), new AbortController().signal)
  expect(seen[0]).toBe(6)
  // A child may have stored its last step before the kill arrived; then nothing is left to be told.
  expect(new Set(seen).size).toBe(seen.length)
  expect(rest).toEqual(whole)
  expect(rest.length).toBeGreaterThan(1000)
})

test('a training whose data cannot be read fails and says why', async () => {
  await writeFile(order.dataset, '[{"share":1,"fields":[]}]\n')
  await expect(runTraining(order, () => undefined, new AbortController().signal)).rejects.toThrow(
    'a pool of fields is empty',
  )
})
