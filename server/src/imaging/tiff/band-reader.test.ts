import fc from 'fast-check'
import sharp from 'sharp'
import { ImagingError } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { bandPlane } from './band-reader.ts'
import { readPage } from './page.ts'
import { TiffFile } from './tiff-file.ts'

const readerOf =
  (bytes: Uint8Array): RangeReader =>
  async (offset, length) =>
    bytes.subarray(offset, offset + length)

const compressions = [
  { compression: 'none' },
  { compression: 'lzw', predictor: 'none' },
  { compression: 'lzw', predictor: 'horizontal' },
  { compression: 'deflate', predictor: 'horizontal' },
  { compression: 'packbits' },
] as const
const layouts = [{ tile: false }, { tile: true, tileWidth: 64, tileHeight: 32 }] as const

test('strips and tiles of every lossless compression decode to what was written, in bands of any height', async () => {
  const size = fc.integer({ min: 1, max: 200 })
  await fc.assert(
    fc.asyncProperty(
      size,
      size,
      fc.constantFrom(1 as const, 3 as const),
      fc.constantFrom(...compressions),
      fc.constantFrom(...layouts),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 250 }),
      async (width, height, channels, compression, layout, band, period) => {
        const pixels = Uint8Array.from({ length: width * height * channels }, (_, i) => (i * i) % period)
        const tiff = await sharp(pixels, { raw: { width, height, channels } })
          .toColourspace(channels === 1 ? 'b-w' : 'srgb')
          .tiff({ ...compression, ...layout })
          .toBuffer()
        const file = await TiffFile.open(readerOf(tiff))
        const plane = await bandPlane(file, readerOf(tiff), await readPage(file, 0), { first: 0, count: channels })
        const decoded: number[] = []
        for (let top = 0; top < height; top += band) {
          decoded.push(...(await plane.rows(top, Math.min(band, height - top))))
        }
        expect(Buffer.from(decoded).equals(pixels)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

test('no damage to a TIFF causes any error but an ImagingError, or an endless loop', async () => {
  const pixels = Uint8Array.from({ length: 90 * 70 * 3 }, (_, i) => (i * i) % 97)
  const image = sharp(pixels, { raw: { width: 90, height: 70, channels: 3 } })
  const valid = await Promise.all([
    image.clone().tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer(),
    image.clone().tiff({ compression: 'deflate', tile: true, tileWidth: 32, tileHeight: 32, pyramid: true }).toBuffer(),
    image.clone().tiff({ compression: 'packbits', bigtiff: true }).toBuffer(),
  ])
  const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: valid.length - 1 }), damage, fc.nat(), async (which, changes, cut) => {
      const bytes = Buffer.from(valid[which] ?? [])
      for (const [at, value] of changes) {
        // Most of the structure is in the first and last bytes.
        const place = at % 3 === 0 ? at % 64 : at % 3 === 1 ? bytes.length - 1 - (at % 400) : at % bytes.length
        bytes[Math.max(0, place)] = value
      }
      await decodeAll(cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes)
    }),
    { numRuns: 400 },
  )
})

test('random bytes after a TIFF header cause no error but an ImagingError', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), fc.uint8Array({ maxLength: 600 }), async (big, little, rest) => {
      const header = Buffer.from(`${little ? 'II' : 'MM'}\0\0`)
      header[little ? 2 : 3] = big ? 43 : 42
      await decodeAll(Buffer.concat([header, rest]))
    }),
    { numRuns: 400 },
  )
})

/** Decodes all pages of up to 10⁶ samples. @throws any error except ImagingError, which is expected */
async function decodeAll(bytes: Uint8Array): Promise<void> {
  const read = readerOf(bytes)
  try {
    const tiff = await TiffFile.open(read)
    for (const index of tiff.directories.keys()) {
      const page = await readPage(tiff, index)
      if (page.width * page.height * page.samplesPerPixel > 1e6) continue
      const plane = await bandPlane(tiff, read, page, { first: 0, count: 1 })
      await plane.rows(0, page.height)
    }
  } catch (error) {
    if (!(error instanceof ImagingError)) throw error
  }
}
