/** @jest-environment ./test/native-arrays-environment.cjs */
import fc from 'fast-check'
import { connectedComponents } from '../../analysis/operators/connected-components.ts'
import { createScratch } from '../inference/scratch.ts'
import { cutOut } from './cut-out.ts'

const SIDE = 9
const size = { width: SIDE, height: SIDE }
const everything = { left: 0, top: 0, ...size }

test('an object is given its holes, and nothing that is open to its surroundings', () => {
  const scratch = createScratch()
  let withHoles = 0
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: SIDE ** 2, maxLength: SIDE ** 2 }), (plane) => {
      const mask = Uint8Array.from(plane, (inside) => (inside ? 1 : 0))
      // The object with the most pixels; the others would lie in its holes.
      const { labels: parts, areas } = connectedComponents(mask, size, 4)
      const most = Math.max(0, ...areas)
      const object = areas.indexOf(most)
      fc.pre(most > 0 && object > 0)
      const labels = Int32Array.from(parts, (part) => (part === object ? 7 : 0))
      // With a frame round the plane, the background that touches it is one.
      const wide = { width: SIDE + 2, height: SIDE + 2 }
      const outside = Uint8Array.from({ length: wide.width * wide.height }, (_, i) => {
        const [x, y] = [(i % wide.width) - 1, Math.floor(i / wide.width) - 1]
        return x >= 0 && y >= 0 && x < SIDE && y < SIDE && labels[y * SIDE + x] ? 0 : 1
      })
      const background = connectedComponents(outside, wide, 4).labels
      const holes = background.filter((label) => label && label !== background[0]).length
      if (holes) withHoles += 1
      const foreground = Float32Array.from(labels, (label) => (label ? 0.9 : 0.1))
      const { area, margin } = cutOut({ labels, foreground, ...size }, everything, 7, 0.5, 2 * SIDE, scratch)
      expect(area).toBe(most + holes)
      // Without the pixel round the bounds, in which the border of the plane is repeated.
      const isWithin = (i: number) =>
        i % wide.width > 0 && i % wide.width <= SIDE && i >= wide.width && i < wide.width * (SIDE + 1)
      expect(margin.filter((value, i) => value > 0 && isWithin(i)).length).toBe(area)
    }),
    { numRuns: 500 },
  )
  expect(withHoles).toBeGreaterThan(50)
})

test('a hole with something else in it, or larger than a quarter of the square of the diameter, stays', () => {
  const ring = (inner: number) =>
    Int32Array.from({ length: SIDE ** 2 }, (_, i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
      const away = Math.max(Math.abs(x - 4), Math.abs(y - 4))
      return away === 3 ? 7 : away === 0 ? inner : 0
    })
  const areaOf = (labels: Int32Array, diameter: number) =>
    cutOut({ labels, foreground: new Float32Array(SIDE ** 2), ...size }, everything, 7, 0.5, diameter, createScratch())
      .area
  expect(areaOf(ring(0), 10)).toBe(24 + 25)
  expect(areaOf(ring(0), 9.9)).toBe(24)
  expect(areaOf(ring(5), 10)).toBe(24)
})
