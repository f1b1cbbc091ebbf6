import sharp from 'sharp'
import type { BandPlane } from '../image-source.ts'
import { uint8 } from '../sample-type.ts'
import { applyOrientation } from './apply-orientation.ts'

const WIDTH = 5
const HEIGHT = 3
const pixels = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => i * 5)
const stored: BandPlane = {
  via: 'bands',
  rows: async (top, count) => pixels.slice(top * WIDTH * 3, (top + count) * WIDTH * 3),
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is set upright as sharp does', async (orientation) => {
  const tiff = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation })
    .tiff({ compression: 'none' })
    .toBuffer()
  const { data, info } = await sharp(tiff).autoOrient().raw().toBuffer({ resolveWithObject: true })
  const plane = applyOrientation(stored, { width: WIDTH, height: HEIGHT, orientation }, uint8, 3)
  const bands = [...(await plane.rows(0, 1)), ...(await plane.rows(1, info.height - 1))]
  expect(bands).toEqual([...data])
})

test('a plane too large to be turned in memory is refused in words', () => {
  const large = { width: 30_000, height: 30_000, orientation: 6 }
  expect(() => applyOrientation(stored, large, uint8, 3)).toThrow('stored turned')
})
