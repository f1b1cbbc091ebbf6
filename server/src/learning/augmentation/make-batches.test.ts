import fc from 'fast-check'
import type { Field, FieldKind } from '../dataset/field.ts'
import { NUCLEUS_HEAD_COUNTS, NUCLEUS_HEADS } from '../network-input.ts'
import { seededRandom } from '../random.ts'
import type { TrainingPlan } from '../training/train.ts'
import { makeBatches } from './make-batches.ts'
import { type Patch, prepareField, type Sampling, samplePatch } from './sample-patch.ts'

const SIDE = 120
const DISC = 20

/** Dark discs on a grid, every second pair touching. */
const field = (kind: FieldKind): Field => {
  const random = seededRandom(4)
  const labels = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    const [column, row] = [Math.floor(x / DISC), Math.floor(y / 30)]
    return Math.hypot(x - (column + 0.5) * DISC, y - (row + 0.5) * 30) < DISC / 2 ? 1 + row * 6 + column : 0
  })
  const channels = kind === 'fluorescence' ? [0] : [0, 1, 2]
  const planes = channels.map((channel) =>
    Uint8Array.from(labels, (label) => (label ? 90 + 30 * channel : 220) + 20 * random()),
  )
  return {
    name: kind,
    kind,
    width: SIDE,
    height: SIDE,
    planes,
    levels: planes.map(() => ({ low: 0, high: 240 })),
    labels,
  }
}

const plan = (kind: FieldKind): TrainingPlan => ({
  network: { channels: kind === 'fluorescence' ? 1 : 3, widths: [4, 4] },
  heads: NUCLEUS_HEAD_COUNTS,
  patch: 32,
  batch: 2,
  steps: 1,
  rate: 0,
  seed: 3,
  threads: 1,
})

const varied: Omit<Sampling, 'side'> = {
  diameter: 12,
  scale: 0.4,
  wide: { share: 0.3, scale: 1 },
  stretch: 0.3,
  plain: 0.3,
}

/** The further variation of fluorescence, of every patch. */
const diverse: Omit<Sampling, 'side'> = { ...varied, diversity: { share: 1, elastic: 0.5, pasted: 0.7 } }

const batchOf = (kind: FieldKind, step: number, sampling = varied) => batchFor([field(kind)], step, sampling)

function batchFor(fields: [Field, ...Field[]], step: number, sampling: Omit<Sampling, 'side'>) {
  const planned = plan(fields[0].kind)
  const { network, patch, batch } = planned
  const pixels = batch * patch * patch
  const buffers = {
    x: new Float32Array(pixels * network.channels),
    target: new Float32Array(pixels * 4),
    weight: new Float32Array(pixels * 4),
  }
  makeBatches([{ share: 1, fields }], planned, sampling)(buffers, step)
  return buffers
}

const kinds = fc.constantFrom<FieldKind>('fluorescence', 'stained', 'smear', 'h-dab', 'h-e')

test('a step always gives the same patches, another step gives others', () => {
  fc.assert(
    fc.property(kinds, fc.nat(1e6), (kind, step) => {
      const batch = batchOf(kind, step)
      expect(batchOf(kind, step)).toEqual(batch)
      expect(batchOf(kind, step + 1).x).not.toEqual(batch.x)
      const more = batchOf(kind, step, diverse)
      expect(batchOf(kind, step, diverse)).toEqual(more)
      // It is of fluorescence alone.
      if (kind === 'fluorescence') expect(more.x).not.toEqual(batch.x)
      else expect(more).toEqual(batch)
    }),
    { numRuns: 6 },
  )
})

test('whatever is varied, the network sees numbers near 0 to 1, and is told what can be', () => {
  fc.assert(
    fc.property(kinds, fc.nat(1e6), fc.constantFrom(varied, diverse), (kind, step, sampling) => {
      const { x, target, weight } = batchOf(kind, step, sampling)
      expect(x.every((value) => Math.abs(value) < 3.5)).toBe(true)
      expect(weight.every((value) => value >= 0)).toBe(true)
      for (const sample of [0, 1]) {
        const head = (index: number) => target.subarray((sample * 4 + index) * 1024, (sample * 4 + index + 1) * 1024)
        const [foreground, contact] = [head(NUCLEUS_HEADS.foreground), head(NUCLEUS_HEADS.contact)]
        const isOneOrNone = (value: number) => value === 0 || value === 1
        expect(foreground.every(isOneOrNone)).toBe(true)
        expect(contact.every(isOneOrNone)).toBe(true)
        expect(head(NUCLEUS_HEADS.depth).every((value, i) => value <= (foreground[i] ?? 0))).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})

test('nuclei come at the diameter that is asked for, and the size head is told how much they differ', () => {
  const side = 260
  const labels = Uint16Array.from({ length: side * side }, (_, i) =>
    Math.hypot((i % side) - 130, Math.floor(i / side) - 130) < 15 ? 1 : 0,
  )
  const disc: Field = {
    ...field('stained'),
    width: side,
    height: side,
    labels,
    planes: [0, 1, 2].map(() => new Uint8Array(side * side)),
  }
  const prepared = prepareField(disc)
  for (const diameter of [8, 13, 20, 30]) {
    const seen = Array.from({ length: 12 }, (_, seed) =>
      samplePatch(seededRandom(seed), prepared, { side: 48, diameter, scale: 0 }),
    )
    const diameters = seen.map((patch) => Math.sqrt((4 * patch.labels.filter(Boolean).length) / Math.PI))
    // It may be cut at the border of the patch.
    expect(Math.max(...diameters) / diameter).toBeGreaterThan(0.95)
    expect(Math.max(...diameters) / diameter).toBeLessThan(1.05)
    const sizes = seen.flatMap((patch) => [...patch.size])
    expect(Math.max(...sizes.map(Math.abs))).toBeLessThan(0.05)
  }
  const drawn = Array.from({ length: 12 }, (_, seed) =>
    samplePatch(seededRandom(seed), prepared, { side: 48, diameter: 20, scale: 0, stretch: 0.3 }),
  )
  const areas = drawn.map((patch) => patch.labels.filter(Boolean).length)
  expect(Math.sqrt((4 * Math.max(...areas)) / Math.PI) / 20).toBeCloseTo(1, 1)
  const lengthOf = (patch: Patch) =>
    new Set([...patch.labels].flatMap((label, i) => (label ? [Math.floor(i / 48)] : []))).size
  expect(Math.max(...drawn.map(lengthOf))).toBeGreaterThan(23)

  const [larger] = [samplePatch(seededRandom(1), prepared, { side: 48, diameter: 20, scale: 0.8 })]
  const area = larger.labels.filter(Boolean).length
  const told = larger.size.reduce((sum, value) => sum + value, 0) / area
  expect(2 ** told).toBeCloseTo(Math.sqrt((4 * area) / Math.PI) / 20, 1)
})

test('a plain section keeps its colours; another does not', () => {
  const grey = field('stained')
  const yellow: Field = {
    ...grey,
    planes: grey.planes.map((plane, channel) => (channel < 2 ? plane.map(() => 240) : plane)),
  }
  /** How much of red or green light is absorbed somewhere, beyond what the camera adds. */
  const absorbed = (plain: number) =>
    Array.from({ length: 8 }, (_, step) => {
      const [buffers, { patch }] = [batchFor([yellow], step, { diameter: 12, scale: 0.4, plain }), plan('stained')]
      const spread = [0, 1].map((channel) => {
        const plane = buffers.x.subarray(channel * patch * patch, (channel + 1) * patch * patch)
        return Math.max(...plane) - Math.min(...plane)
      })
      return Math.max(...spread)
    })
  expect(Math.max(...absorbed(1))).toBeLessThan(0.42)
  expect(Math.max(...absorbed(0))).toBeGreaterThan(0.5)
})

test('a crowded field comes more often than an empty one, by the root of its objects', () => {
  const crowded = field('fluorescence')
  const empty = { ...crowded, labels: new Uint16Array(crowded.labels.length), name: 'empty' }
  let found = 0
  const seen = 60
  for (let step = 0; step < seen; step++) {
    const { target } = batchFor([crowded, empty], step, { diameter: 12, scale: 0 })
    for (const sample of [0, 1]) if (target.subarray(sample * 4096, sample * 4096 + 1024).some(Boolean)) found += 1
  }
  // 24 objects: √24 times as often.
  expect(found / (2 * seen)).toBeGreaterThan(0.7)
  expect(found / (2 * seen)).toBeLessThan(0.93)
})
