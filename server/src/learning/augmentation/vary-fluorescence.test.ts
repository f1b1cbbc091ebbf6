import { seededRandom } from '../random.ts'
import { elasticDisplacement } from './elastic.ts'
import type { Patch } from './sample-patch.ts'
import { varyFluorescence } from './vary-fluorescence.ts'

const SIDE = 64

/** A bright square on dark ground. */
const square = (): Patch => {
  const labels = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    return x >= 20 && x < 44 && y >= 20 && y < 44 ? 1 : 0
  })
  const plane = Float32Array.from(labels, (label) => (label ? 0.7 : 0.1))
  const none = () => new Float32Array(SIDE * SIDE)
  return { side: SIDE, kind: 'fluorescence', planes: [plane], labels, depth: none(), size: none(), typicalDiameter: 24 }
}

test('however it is varied, a nucleus stays brighter than its ground, and its label is where it was', () => {
  let contrasts: number[] = []
  for (let seed = 0; seed < 60; seed++) {
    const patch = square()
    varyFluorescence(seededRandom(seed), patch)
    const [plane = new Float32Array()] = patch.planes
    const meanOf = (inside: boolean) => {
      const values = plane.filter((_, i) => Boolean(patch.labels[i]) === inside)
      return values.reduce((sum, value) => sum + value, 0) / values.length
    }
    expect(plane.every(Number.isFinite)).toBe(true)
    contrasts = [...contrasts, meanOf(true) - meanOf(false)]
    expect(patch.labels).toEqual(square().labels)
  }
  expect(Math.min(...contrasts)).toBeGreaterThan(0)
  expect(Math.min(...contrasts)).toBeLessThan(0.2)
  expect(Math.max(...contrasts)).toBeGreaterThan(0.7)
})

test('a deformation is smooth: neighbours stay neighbours in their order', () => {
  let most = 0
  for (let seed = 0; seed < 20; seed++) {
    const { u, v } = elasticDisplacement(seededRandom(seed), SIDE)
    const slopes = [...u].flatMap((value, i) => [
      (i + 1) % SIDE ? 1 + (u[i + 1] ?? 0) - value : 1,
      i + SIDE < v.length ? 1 + (v[i + SIDE] ?? 0) - (v[i] ?? 0) : 1,
    ])
    expect(Math.min(...slopes)).toBeGreaterThan(0.2)
    most = Math.max(most, ...u.map(Math.abs), ...v.map(Math.abs))
  }
  expect(most).toBeGreaterThan(2)
  expect(most).toBeLessThan(8)
})
