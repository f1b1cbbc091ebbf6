import { runsOf } from '@lamella/shared/geometry/runs.ts'
import fc from 'fast-check'
import { areasOf } from './mask-areas.ts'

const width = 7

async function* inBands(values: readonly number[], rows: number) {
  for (let at = 0; at < values.length; at += rows * width) yield values.slice(at, at + rows * width)
}

const masks = fc
  .integer({ min: 1, max: 9 })
  .chain((height) =>
    fc.array(fc.constantFrom(0, 0, 3, 70_000), { minLength: height * width, maxLength: height * width }),
  )

test.each(['objects', 'classes'] as const)('the areas of a mask of %s cover exactly its pixels', async (kind) => {
  await fc.assert(
    fc.asyncProperty(masks, fc.integer({ min: 1, max: 4 }), async (mask, rows) => {
      const painted = new Array<number>(mask.length).fill(0)
      let count = 0
      for await (const { value, geometry } of areasOf(inBands(mask, rows), width, kind)) {
        count += 1
        for (const [row, from, to] of runsOf(geometry, width, mask.length / width)) {
          for (let column = from; column < to; column += 1) painted[row * width + column] = value
        }
        if (kind === 'classes') expect(geometry.type).toBe('Polygon')
      }
      expect(painted).toEqual(mask)
      if (kind === 'objects') expect(count).toBe(new Set(mask.filter((value) => value > 0)).size)
    }),
  )
})
