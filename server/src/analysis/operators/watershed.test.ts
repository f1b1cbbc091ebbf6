import fc from 'fast-check'
import { connectedComponents } from './connected-components.ts'
import { descendingOrder } from './descending-order.ts'
import { distanceTransform } from './distance-transform.ts'
import { hMaxima } from './h-maxima.ts'
import { flood, maskOf, smallMask } from './testing.ts'
import { watershed } from './watershed.ts'

test('the order is descending, stable, and has the pixels of the mask only', () => {
  const values = fc.array(fc.float({ min: 0, max: 500, noNaN: true, noDefaultInfinity: true }), { maxLength: 60 })
  fc.assert(
    fc.property(values, (numbers) => {
      const plane = Float32Array.from(numbers)
      const mask = Uint8Array.from(numbers, (_, i) => (i % 3 ? 1 : 0))
      const expected = [...plane.keys()]
        .filter((i) => mask[i])
        .sort((a, b) => (plane[b] ?? 0) - (plane[a] ?? 0) || a - b)
      expect([...descendingOrder(plane, mask)]).toEqual(expected)
    }),
  )
})

const ridge = Float32Array.from([1, 5, 3, 4, 1, 0, 2])
const everywhere = new Uint8Array(7).fill(1)
test.each([
  { height: 0.5, markers: [0, 1, 0, 2, 0, 0, 3] },
  { height: 1.5, markers: [0, 1, 0, 0, 0, 0, 2] },
  { height: 3, markers: [0, 1, 0, 0, 0, 0, 0] },
])('peaks that rise $height are marked', ({ height, markers }) => {
  expect([...hMaxima(ridge, everywhere, { width: 7, height: 1 }, height)]).toEqual(markers)
})

test('each component of a mask has at least one marker, however flat', () => {
  fc.assert(
    fc.property(smallMask, ({ mask, size }) => {
      const markers = hMaxima(distanceTransform(mask, size), mask, size, 100)
      const { labels, areas } = connectedComponents(mask, size, 8)
      const marked = new Set([...labels].filter((_, i) => markers[i]))
      expect(marked.size).toBe(areas.length - 1)
    }),
  )
})

test('labels partition the mask into 4-connected regions, one per marker', () => {
  fc.assert(
    fc.property(smallMask, ({ mask, size }) => {
      const depth = distanceTransform(mask, size)
      const markers = hMaxima(depth, mask, size, 0.5)
      const labels = watershed(depth, 1 / 32, markers, mask, size)
      const reachable = new Set([...markers.entries()].flatMap(([i, m]) => (m ? [...flood(mask, size, i, 4)] : [])))
      for (const [i, label] of labels.entries()) expect(label > 0).toBe(reachable.has(i))
      for (const [i, marker] of markers.entries()) {
        if (!marker) continue
        expect(labels[i]).toBe(marker)
        expect(flood(labels, size, i, 4).size).toBe(labels.filter((label) => label === marker).length)
      }
    }),
  )
})

test('two touching discs are separated at their neck', () => {
  const { mask, size } = maskOf(['..###...###..', '.#####.#####.', '#############', '.#####.#####.', '..###...###..'])
  const depth = distanceTransform(mask, size)
  const labels = watershed(depth, 1 / 32, hMaxima(depth, mask, size, 0.5), mask, size)
  expect(labels[2 * 13 + 3]).toBe(1)
  expect(labels[2 * 13 + 9]).toBe(2)
  for (const [i, label] of labels.entries()) {
    if (i % 13 < 6 && mask[i]) expect(label).toBe(1)
    if (i % 13 > 6 && mask[i]) expect(label).toBe(2)
  }
})
