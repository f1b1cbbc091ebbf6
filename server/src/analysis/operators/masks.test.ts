import fc from 'fast-check'
import { connectedComponents } from './connected-components.ts'
import { distanceTransform } from './distance-transform.ts'
import { fillHoles } from './fill-holes.ts'
import { opening } from './opening.ts'
import { flood, maskOf, smallMask } from './testing.ts'

test.each([4, 8] as const)('components with %s neighbours are those of a flood fill', (neighbours) => {
  fc.assert(
    fc.property(smallMask, ({ mask, size }) => {
      const { labels, areas } = connectedComponents(mask, size, neighbours)
      for (const [i, inside] of mask.entries()) {
        expect(labels[i] === 0).toBe(inside === 0)
        if (!inside) continue
        const reached = flood(mask, size, i, neighbours)
        expect(areas[labels[i] ?? 0]).toBe(reached.size)
        for (const other of reached) expect(labels[other]).toBe(labels[i])
      }
      expect(areas.reduce((a, b) => a + b, 0)).toBe(mask.length)
    }),
  )
})

test('the distance transform equals brute force', () => {
  fc.assert(
    fc.property(smallMask, ({ mask, size: { width, height } }) => {
      const outside = [...mask.entries()].filter(([, inside]) => !inside).map(([i]) => i)
      const distances = distanceTransform(mask, { width, height })
      for (const [i, distance] of distances.entries()) {
        const nearest = outside.map((j) =>
          Math.hypot((i % width) - (j % width), Math.floor(i / width) - Math.floor(j / width)),
        )
        expect(distance).toBeCloseTo(outside.length ? Math.min(...nearest) : width + height, 4)
      }
    }),
  )
})

test('only enclosed background up to the given area is filled', () => {
  const { mask, size } = maskOf(['.........', '.###.###.', '.#.#.#.##', '.###.#..#', '.....####'])
  const filled = fillHoles(mask, size, 2)
  expect(filled[2 * 9 + 2]).toBe(1)
  expect(filled[2 * 9 + 6]).toBe(0)
  expect(fillHoles(mask, size, 3)[2 * 9 + 6]).toBe(1)
  expect(filled[0]).toBe(0)
})

test('filling holes adds pixels only, and none when done twice', () => {
  fc.assert(
    fc.property(smallMask, fc.nat(30), ({ mask, size }, maxArea) => {
      const filled = fillHoles(mask, size, maxArea)
      for (const [i, inside] of mask.entries()) expect(filled[i]).toBeGreaterThanOrEqual(inside)
      expect(fillHoles(filled, size, maxArea)).toEqual(filled)
    }),
  )
})

test('opening keeps wide pieces and removes thin ones', () => {
  const { mask, size } = maskOf([
    '............',
    '.#####......',
    '.#####......',
    '.##########.',
    '.#####......',
    '.#####......',
    '............',
  ])
  const opened = opening(mask, size, 2)
  expect(opened[3 * 12 + 3]).toBe(1)
  expect(opened[3 * 12 + 9]).toBe(0)
})

test('opening removes pixels only, and none when done twice', () => {
  fc.assert(
    fc.property(smallMask, fc.constantFrom(1, 1.5, 2), ({ mask, size }, radius) => {
      const opened = opening(mask, size, radius)
      for (const [i, inside] of mask.entries()) expect(opened[i]).toBeLessThanOrEqual(inside)
      expect(opening(opened, size, radius)).toEqual(opened)
    }),
  )
})
