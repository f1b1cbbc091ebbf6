import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { openPyramid } from '../../imaging/index.ts'
import { fileRangeReader } from '../../imaging/range-reader.ts'
import { TILE_SIZE } from '../../imaging/sizes.ts'
import { writeJpegPyramid } from '../../imaging/write/sharp-pyramid.ts'
import { rgbInMemory, rgbSource } from '../sources/rgb.ts'
import { assessSuitability } from './assess.ts'
import { measureBrightField } from './measure-bright-field.ts'
import { sampledSource, writeSamples } from './pyramid-samples.ts'
import { sampleRegions } from './sample-regions.ts'

// Generating images is slow on a busy machine.
jest.setTimeout(60_000)

const pixelSizeUm = { x: 0.5, y: 0.5 }
const requirements = { modality: 'h-dab', objectDiameterUm: 8 } as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-samples-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The image read through a pyramid of it, as for large images. */
const throughPyramid = async (data: Uint8Array, width: number, height: number) => {
  const file = join(folder, 'pyramid.tif')
  await writeJpegPyramid(sharp(data, { raw: { width, height, channels: 3 } }), file)
  const handle = await open(file)
  try {
    await writeSamples(await openPyramid(fileRangeReader(handle)), { width, height }, folder)
  } finally {
    await handle.close()
  }
  return sampledSource({ width, height, pixelSizeUm, tileSize: TILE_SIZE }, folder)
}

test('tiles of a pyramid give the measurements of the original, but for the compression', async () => {
  // No multiple of the tile's size.
  const { data, width, height } = hDabField({ seed: 7, width: 1100, height: 700, nuclei: 420 })
  const pixels = new Uint8Array(data)
  const original = await measureBrightField(rgbSource(rgbInMemory({ data: pixels, width, height, pixelSizeUm })))
  const sampled = await measureBrightField(await throughPyramid(pixels, width, height))
  expect(assessSuitability(sampled, requirements).verdict).toBe(assessSuitability(original, requirements).verdict)
  expect(sampled.scale).toEqual(original.scale)
  // The compression halves the resolution of colour: of what is hardly coloured, a part is no longer.
  const shares = ['tissueShare', 'darkShare', 'clippedShare', 'uniformShare', 'blueShare', 'brownShare'] as const
  for (const share of [...shares, 'foreignShare', 'colouredShare'] as const) {
    expect([share, Math.abs(sampled[share] - original[share]) < 0.06]).toEqual([share, true])
  }
  for (const c of [0, 1, 2] as const) expect(Math.abs(sampled.whitePoint[c] - original.whitePoint[c])).toBeLessThan(4)
  expect(sampled.stains.method).toBe(original.stains.method)
})

test('each region is where it is in the image, and only its tiles are read', async () => {
  const [width, height] = [3200, 2100]
  const data = new Uint8Array(width * height * 3).fill(90)
  for (let pixel = 0; pixel < width * height; pixel++) {
    data[3 * pixel] = (pixel % width) / 15
    data[3 * pixel + 1] = Math.floor(pixel / width) / 10
  }
  const source = await throughPyramid(data, width, height)
  // 24 of 35 regions.
  const tiles = (await readdir(folder)).filter((name) => name.endsWith('.jpg'))
  expect(tiles.length).toBeLessThan(13 * 9)
  for (const region of sampleRegions({ width, height })) {
    const pixels = await source.read(region)
    // Not at the edge of the image, beyond which tiles are black: their compression darkens it a little.
    for (const [x, y] of [
      [20, 20],
      [region.width - 20, region.height - 20],
    ] as const) {
      const at = 3 * (y * region.width + x)
      expect(Math.abs((pixels[at] ?? 0) - (region.left + x) / 15)).toBeLessThan(4)
      expect(Math.abs((pixels[at + 1] ?? 0) - (region.top + y) / 10)).toBeLessThan(4)
    }
  }
})
