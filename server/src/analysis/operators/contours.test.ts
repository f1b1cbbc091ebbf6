import fc from 'fast-check'
import { connectedComponents } from './connected-components.ts'
import { ringArea, traceContours } from './contours.ts'
import { fillHoles } from './fill-holes.ts'
import { circularity, labelStatistics } from './label-statistics.ts'
import { rasterizePolygons } from './rasterize-polygons.ts'
import { maskOf, smallMask } from './testing.ts'

test('a pixel is a diamond, clockwise and closed', () => {
  const ring = traceContours(Int32Array.from([7]), { width: 1, height: 1 }).get(7)
  expect(ring).toEqual([
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
    [0.5, 0],
  ])
})

test('rings have no points inside straight runs', () => {
  const { mask, size } = maskOf(['....', '.##.', '.##.', '....'])
  expect(traceContours(Int32Array.from(mask), size).get(1)).toHaveLength(9)
})

test('without holes the area of a ring is half a pixel less than the object, and rasterising it restores the object', () => {
  fc.assert(
    fc.property(smallMask, ({ mask, size }) => {
      const solid = fillHoles(mask, size, 1000)
      const { labels, areas } = connectedComponents(solid, size, 4)
      const rings = traceContours(labels, size)
      expect(rings.size).toBe(areas.length - 1)
      for (const [label, ring] of rings) {
        expect(ring.at(0)).toEqual(ring.at(-1))
        expect(ringArea(ring)).toBeCloseTo((areas[label] ?? 0) - 0.5, 6)
      }
      expect(
        rasterizePolygons(
          [...rings].map(([label, ring]) => ({ label, ring })),
          size,
        ),
      ).toEqual(labels)
    }),
  )
})

test('statistics follow from the pixels of each label', () => {
  const labels = Int32Array.from([0, 2, 2, 0, 2, 5])
  const statistics = labelStatistics(labels, { width: 3, height: 2 }, [Float32Array.from([9, 1, 2, 9, 6, 4])])
  expect(statistics).toEqual([
    { label: 2, area: 3, centroid: [expect.closeTo(11 / 6, 6), expect.closeTo(5 / 6, 6)], means: [3] },
    { label: 5, area: 1, centroid: [2.5, 1.5], means: [4] },
  ])
})

test.each([6, 10, 25])('the circularity of a disc of radius %s is about 1, that of a bar far less', (radius) => {
  const width = 2 * radius + 3
  const size = { width, height: width }
  const disc = Int32Array.from({ length: width * width }, (_, i) =>
    Math.hypot((i % width) - radius - 1, Math.floor(i / width) - radius - 1) <= radius ? 1 : 0,
  )
  const bar = Int32Array.from({ length: width * width }, (_, i) => (Math.floor(i / width) < 3 ? 1 : 0))
  const roundness = (labels: Int32Array) =>
    circularity(
      labels.reduce((sum, label) => sum + label, 0),
      traceContours(labels, size).get(1) ?? [],
    )
  expect(roundness(disc)).toBeGreaterThan(0.9)
  expect(roundness(bar)).toBeLessThan(0.75)
})
