import { describeObjects } from '../dataset/objects.ts'
import { seededRandom } from '../random.ts'
import { cropped, pasteObjects } from './paste-objects.ts'
import type { Patch } from './sample-patch.ts'

const DIAMETER = 20

/** Discs of the network's diameter on dark ground. */
const patch = (side: number, centres: readonly (readonly [number, number])[], light: number): Patch => {
  const labels = Uint16Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)]
    return 1 + centres.findIndex(([u, v]) => Math.hypot(x - u, y - v) < DIAMETER / 2)
  })
  const objects = describeObjects(labels, { width: side, height: side })
  return {
    side,
    kind: 'fluorescence',
    planes: [Float32Array.from(labels, (label) => (label ? light : 0.1))],
    labels,
    depth: Float32Array.from(objects.depth, (depth) => depth / 255),
    // Of the whole disc, of which the patch may show a part.
    size: new Float32Array(side * side),
    typicalDiameter: DIAMETER,
  }
}
const diameters = { patch: DIAMETER, donor: DIAMETER }
const labelsOf = ({ labels }: Patch) => new Set([...labels].filter(Boolean))

test('pasted nuclei are there with signal and label, and depth and size are those of what is seen', () => {
  let [pasted, covered] = [0, 0]
  for (let seed = 0; seed < 20; seed++) {
    const target = patch(
      96,
      [
        [30, 30],
        [60, 50],
      ],
      0.5,
    )
    const before = { ...target, labels: target.labels.slice() }
    pasteObjects(seededRandom(seed), target, patch(64, [[32, 32]], 0.8), diameters)
    const objects = describeObjects(target.labels, { width: 96, height: 96 })
    pasted += labelsOf(target).size - 2
    // Of one that is only touched, the depth is that of before: a pixel of ten.
    const isNear = (found: number | undefined, expected: number) => Math.abs((found ?? 0) - expected) < 0.15
    const isRight = [...target.labels].every((label, i) => {
      const depth = label ? (objects.depth[i] ?? 0) / 255 : 0
      const size = label ? Math.log2((objects.diameters[label] ?? 0) / DIAMETER) : 0
      const isLit = !label || (target.planes[0]?.[i] ?? 0) > 0.11
      return isNear(target.depth[i], depth) && isNear(target.size[i], size) && isLit
    })
    expect(isRight).toBe(true)
    covered += before.labels.filter((label, i) => label && target.labels[i] !== label).length
    // Each new one may cover a quarter of what is left.
    for (const label of [1, 2]) {
      const [left, whole] = [target.labels, before.labels].map((labels) => labels.filter((at) => at === label).length)
      expect(left).toBeGreaterThan(0.3 * (whole ?? 0))
    }
  }
  expect(pasted).toBeGreaterThan(40)
  expect(covered).toBeGreaterThan(100)
})

test('nuclei that the border cuts are not taken, and such ones not covered', () => {
  for (let seed = 0; seed < 10; seed++) {
    const target = patch(64, [[0, 32]], 0.5)
    const before = target.labels.slice()
    pasteObjects(seededRandom(seed), target, patch(64, [[63, 20]], 0.8), diameters)
    expect(target.labels).toEqual(before)
    pasteObjects(seededRandom(seed), target, patch(64, [[30, 20]], 0.8), diameters)
    expect(target.labels.filter((label) => label === 1)).toHaveLength(before.filter(Boolean).length)
  }
})

test('the middle of a patch is cut out', () => {
  const whole = patch(64, [[32, 32]], 0.5)
  const middle = cropped(whole, 32)
  expect(middle.side).toBe(32)
  expect(middle.labels.filter(Boolean)).toHaveLength(whole.labels.filter(Boolean).length)
  expect(middle.labels[16 * 32 + 16]).toBe(1)
  expect(middle.depth[16 * 32 + 16]).toBe(whole.depth[32 * 64 + 32])
})
