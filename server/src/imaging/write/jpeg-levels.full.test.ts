import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { largeFieldStrips } from '@lamella/shared/testing/pictures/large-field.ts'
import sharp from 'sharp'
import { processImage } from '../process-image.ts'
import { uint8 } from '../sample-type.ts'
import { sharpPlane } from '../sources/sharp-pixels.ts'
import { BigTiffWriter } from './big-tiff.ts'
import { appendJpegLevels } from './jpeg-levels.ts'
import { readLevelPicture, withPyramid } from './plane-file.ts'
import { writeJpegPyramid } from './sharp-pyramid.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-levels-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

jest.setTimeout(120_000)

const [width, height] = [1501, 1203]

/** A section as a tiled TIFF, and its pyramid as it is written in parts of at most `longest` pixels, and at once. */
const writeBoth = async (longest: number) => {
  const source = join(folder, 'section.tif')
  const field = Buffer.concat([...largeFieldStrips({ width, height })])
  await sharp(field, { raw: { width, height, channels: 3 } })
    .tiff({ tile: true, compression: 'deflate' })
    .toFile(source)
  const plane = sharpPlane(source, { samples: 3, type: uint8, hasAlpha: false })
  const [parts, whole] = [join(folder, `parts-${longest}.tif`), join(folder, 'whole.tif')]
  const handle = await open(parts, 'w')
  const writer = new BigTiffWriter(handle)
  await writer.finish(await appendJpegLevels(plane, { width, height }, writer, `${parts}.part`, { longest }), {
    type: uint8,
    samples: 3,
  })
  await handle.close()
  await writeJpegPyramid(plane.open(), whole)
  return { parts, whole }
}

test.each([512, 768, 1280])('a level in parts of %i pixels has the tiles that it has as a whole', async (longest) => {
  const { parts, whole } = await writeBoth(longest)
  const [bytes, others] = [await readFile(parts), await readFile(whole)]
  await withPyramid(parts, (mine) =>
    withPyramid(whole, async (theirs) => {
      const sizes = ({ levels }: typeof mine) => levels.map((level) => [level.width, level.height, level.columns])
      expect(sizes(mine)).toEqual(sizes(theirs))
      const [last, other] = [mine.levels.at(-1), theirs.levels.at(-1)]
      expect(last?.offsets.length).toBe(6 * 5)
      for (const [i, offset] of (last?.offsets ?? []).entries()) {
        const from = other?.offsets[i] ?? 0
        const tile = bytes.subarray(offset, offset + (last?.lengths[i] ?? 0))
        expect([i, tile.equals(others.subarray(from, from + (other?.lengths[i] ?? 0)))]).toEqual([i, true])
      }
      // Levels that are made of the whole in another way look alike.
      for (const z of [0, 1, 2]) {
        const [a, b] = [await readLevelPicture(mine, z), await readLevelPicture(theirs, z)]
        const apart = a.data.reduce((sum, value, i) => sum + Math.abs(value - (b.data[i] ?? 0)), 0) / a.data.length
        expect(apart).toBeLessThan(4)
      }
    }),
  )
})

test.each([
  ['wide', 66_000, 260],
  ['high', 260, 66_000],
])('a picture that is too %s for JPEG is encoded and shown', async (name, wide, high) => {
  const source = join(folder, `${name}.tif`)
  const background = { r: 200, g: 120, b: 160 }
  await sharp({ create: { width: wide, height: high, channels: 3, background }, limitInputPixels: false })
    .tiff({ compression: 'deflate', tile: true, tileWidth: 512, tileHeight: 512 })
    .toFile(source)
  const outputDir = await mkdtemp(join(folder, 'out-'))
  // It is plain, so that its file is far smaller than those of pictures.
  const limits = { maxPixelsPerByte: 1e6 }
  const image = await processImage({ source, kind: 'TwoDimensions', originalName: `${name}.tif`, outputDir, limits })
  expect(image).toMatchObject({ width: wide, height: high, encoding: 'jpeg' })
  await withPyramid(join(outputDir, 'plane-c0-t0.tif'), async (pyramid) => {
    const last = pyramid.levels.length - 1
    const { columns = 0, rows = 0 } = pyramid.levels[last] ?? {}
    for (const [z, x, y] of [
      [last, 0, 0],
      [last, columns - 1, rows - 1],
      [last - 1, 0, 0],
    ] as const) {
      const tile = await pyramid.tileBytes(z, x, y)
      const { data } = await sharp(tile?.body).raw().toBuffer({ resolveWithObject: true })
      for (const [i, value] of [200, 120, 160].entries()) expect(Math.abs((data[i] ?? 0) - value)).toBeLessThan(3)
    }
  })
})
