import fc from 'fast-check'
import { areaOfRunLengths, runLengthsOf } from './run-lengths.ts'

/** Sums of neighbours of the same kind: counts of 0 in the midst, and a last one of 0, say nothing. */
const canonical = (pixels: readonly boolean[]): number[] => {
  const counts = [0]
  let isInside = false
  for (const pixel of pixels) {
    if (pixel !== isInside) counts.push(0)
    isInside = pixel
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
  }
  return counts
}

it('any mask comes back from its area', () => {
  const mask = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 })).chain(([height, width]) =>
    fc.record({
      height: fc.constant(height),
      width: fc.constant(width),
      pixels: fc.array(fc.boolean(), { minLength: height * width, maxLength: height * width }),
    }),
  )
  fc.assert(
    fc.property(mask, ({ height, width, pixels }) => {
      const counts = canonical(pixels)
      const area = areaOfRunLengths(counts, height, width)
      if (area) expect(runLengthsOf(area, height, width)).toEqual(counts)
      else expect(pixels).not.toContain(true)
    }),
  )
})

it('runs go down the columns, and on into the next one', () => {
  // Of 2 rows and 3 columns: the lower pixel of the first column, and both of the second.
  expect(areaOfRunLengths([1, 3, 2], 2, 3)).toEqual({
    type: 'Polygon',
    coordinates: [
      expect.arrayContaining([
        [0, 1],
        [0, 2],
        [2, 2],
        [2, 0],
        [1, 0],
        [1, 1],
      ]),
    ],
  })
})

it.each([
  [[1, 2], 'Its run lengths are of 3 pixels, and its image has 6.'],
  [[1, -1, 6], 'Its run lengths cannot be read.'],
  [[1, 2.5, 2.5], 'Its run lengths cannot be read.'],
  ['0\u007f', 'Its run lengths cannot be read.'],
  ['0o', 'Its run lengths cannot be read.'],
  [null, 'Its run lengths cannot be read.'],
])('%j is refused', (counts, message) => {
  expect(() => areaOfRunLengths(counts, 2, 3)).toThrow(message)
})
