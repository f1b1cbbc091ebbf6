import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { float32, float64, type Samples, type SampleType, uint16 } from '../../imaging/sample-type.ts'
import { TILE_SIZE } from '../../imaging/sizes.ts'
import { writeBandPyramid } from '../../imaging/write/band-pyramid.ts'
import { withPyramid } from '../../imaging/write/plane-file.ts'
import { writeJpegPyramid } from '../../imaging/write/sharp-pyramid.ts'
import { deflateTiles } from '../../imaging/write/tile-encodings.ts'
import { multichannelSource } from '../sources/multichannel.ts'
import { sourceInMemory } from '../sources/pixel-source.ts'
import { rgbInMemory, rgbSource } from '../sources/rgb.ts'
import { assessSuitability } from './assess.ts'
import { measureBrightField } from './measure-bright-field.ts'
import { measureFluorescence } from './measure-fluorescence.ts'
import { channelsOfTiles, type Level, levelsFor, rgbOfTiles, writeTiles } from './pyramid-samples.ts'
import { runMeasuringProcess } from './run-measuring-process.ts'
import { regionsOf, sampleRegions } from './sample-regions.ts'

// Generating images is slow on a busy machine.
jest.setTimeout(60_000)

const pixelSizeUm = { x: 0.5, y: 0.5 }
const requirements = { modality: 'h-dab', objectDiameterUm: 8 } as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-samples-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const sampled = (size: { width: number; height: number }) => {
  const regions = regionsOf(size)
  return sampleRegions(
    regions,
    regions.map(() => 0),
  )
}
const regionsIn = (size: { width: number; height: number }) => sampled(size).map(({ region }) => region)

/** The image read through a pyramid of it, as for large images. */
const throughPyramid = async (data: Uint8Array, width: number, height: number) => {
  const file = join(folder, 'pyramid.tif')
  await writeJpegPyramid(sharp(data, { raw: { width, height, channels: 3 } }), file)
  const largest = await withPyramid(file, async (pyramid) => {
    const levels = levelsFor(pyramid)
    await writeTiles(pyramid, levels.largest, regionsIn({ width, height }), folder)
    return levels.largest
  })
  return rgbOfTiles({ pixelSizeUm, tileSize: TILE_SIZE }, largest, folder)
}

test('tiles of a pyramid give the measurements of the original, but for the compression', async () => {
  // No multiple of the tile's size.
  const { data, width, height } = hDabField({ seed: 7, width: 1100, height: 700, nuclei: 420 })
  const pixels = new Uint8Array(data)
  const original = await measureBrightField(
    rgbSource(rgbInMemory({ data: pixels, width, height, pixelSizeUm })),
    sampled({ width, height }),
  )
  const ofTiles = await measureBrightField(await throughPyramid(pixels, width, height), sampled({ width, height }))
  expect(assessSuitability(ofTiles, requirements).verdict).toBe(assessSuitability(original, requirements).verdict)
  expect(ofTiles.scale).toEqual(original.scale)
  // The compression halves the resolution of colour: of what is hardly coloured, a part is no longer.
  const shares = ['tissueShare', 'darkShare', 'clippedShare', 'uniformShare', 'blueShare', 'brownShare'] as const
  for (const share of [...shares, 'foreignShare', 'colouredShare'] as const) {
    expect([share, Math.abs(ofTiles[share] - original[share]) < 0.06]).toEqual([share, true])
  }
  for (const c of [0, 1, 2] as const) expect(Math.abs(ofTiles.whitePoint[c] - original.whitePoint[c])).toBeLessThan(4)
  expect(ofTiles.stains.method).toBe(original.stains.method)
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
  const tiles = (await readdir(folder)).filter((name) => name.startsWith('tile-'))
  expect(tiles.length).toBeLessThan(13 * 9)
  for (const region of regionsIn({ width, height })) {
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

/** Bright discs, every third one clipped, on noisy dark ground. @param top value of clipped pixels */
const discs = (width: number, height: number, top: number, scale: number, seed: number): number[] =>
  Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) + seed, Math.floor(i / width)]
    const distance = Math.hypot((x % 40) - 20, (y % 40) - 20)
    const noise = ((i + seed) * 7919) % 97
    if (distance > 12) return scale * (300 + noise)
    return (Math.floor(x / 40) + Math.floor(y / 40)) % 3 === 0 ? top : scale * (2000 + 5 * noise)
  })

test.each<[string, SampleType, (values: number[]) => Samples, number, number]>([
  ['16-bit', uint16, (values) => Uint16Array.from(values), 65_535, 10],
  ['floating-point', float32, (values) => Float32Array.from(values), 1, 1e-4],
])('channels of %s samples have exactly the measurements of the original', async (_, type, from, top, scale) => {
  // More regions than are measured, and no multiple of the tile's size.
  const [width, height] = [2600, 2200]
  const planes = [7, 21].map((seed) => from(discs(width, height, top, scale, seed)))
  let largest: Level = { width, height, index: 0 }
  for (const [channel, plane] of planes.entries()) {
    const file = join(folder, `plane-${channel}.tif`)
    const rows = async (from: number, count: number) => plane.slice(from * width, (from + count) * width)
    await writeBandPyramid({ width, height, type, samples: 1, plane: { via: 'bands', rows } }, file, deflateTiles)
    largest = await withPyramid(file, async (pyramid) => {
      const levels = levelsFor(pyramid)
      await writeTiles(pyramid, levels.largest, regionsIn({ width, height }), folder, channel)
      return levels.largest
    })
  }
  const image = { width, height, pixelSizeUm, type, channels: ['DAPI', 'Ki-67'] }
  const original = sourceInMemory({ ...image, samplesPerPixel: 1, planes: [planes] })
  const measured = await measureFluorescence(
    channelsOfTiles({ ...image, tileSize: TILE_SIZE }, largest, folder),
    sampled({ width, height }),
  )
  expect(measured).toEqual(await measureFluorescence(multichannelSource(original), sampled({ width, height })))
  const [one, other] = measured.channels
  // A third of the discs, of which each pixel is clipped.
  expect(one?.clippedShare).toBeCloseTo(1 / 3, 1)
  expect(one).not.toEqual({ ...other, name: 'DAPI' })
})

test('memory and reads: an image of 30,000 megapixels and three channels costs as much as a small one', async () => {
  const size = { width: 200_000, height: 150_000 }
  const channels = Array.from({ length: 3 }, (_, i) => `Channel ${i + 1}`)
  let reads = 0
  const stored = deflateSync(Float64Array.from(discs(TILE_SIZE, TILE_SIZE, 4000, 1, 3)))
  const tileBytes = async () => {
    reads++
    return { body: stored, contentType: 'application/octet-stream' as const, contentEncoding: 'deflate' as const }
  }
  const [largest, overview] = [
    { ...size, index: 10 },
    { width: 1563, height: 1172, index: 3 },
  ]
  const whole = { left: 0, top: 0, ...overview }
  for (const channel of channels.keys()) {
    await writeTiles({ tileSize: TILE_SIZE, tileBytes }, overview, [whole], folder, channel)
  }
  const samples = { ...size, pixelSizeUm, tileSize: TILE_SIZE, type: float64, channels, largest, overview }
  const task = { image: { samples }, folder, kind: 'fluorescence' as const, diameters: false }
  // The process may have 600 MB.
  const { signal } = new AbortController()
  const measured = await runMeasuringProcess(task, 1_000_000_000, signal, async (regions) => {
    for (const channel of channels.keys()) {
      await writeTiles({ tileSize: TILE_SIZE, tileBytes }, largest, regions, folder, channel)
    }
  })
  expect(measured).toMatchObject({ kind: 'fluorescence', channels: channels.map((name) => ({ name })) })
  // The overview, and 24 regions, each in three by three tiles.
  expect(reads).toBeLessThanOrEqual(3 * (7 * 5 + 24 * 9))
  expect(reads).toBeGreaterThan(3 * 24 * 4)
})
