import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { dataPath, describeWithData } from '../../test/imaging-data.ts'
import {
  byAttachedPicture,
  byFastBmp,
  byFastPng,
  byGeotiff,
  byJpegJs,
  byOpenSlide,
  byVips,
  byVipsInSrgb,
  type Decoded,
  hasProgram,
} from '../../test/second-decoders.ts'
import type { ImageDescription, ImageKind } from './description.ts'
import { processImage } from './process-image.ts'
import { float32 } from './sample-type.ts'
import { downsampleBand } from './write/downsample-band.ts'
import { readLevelPicture, readLevelSamples, withPyramid } from './write/plane-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-second-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

jest.setTimeout(120_000)

/** Cells along each side of the grid in which two decodings are compared. */
const GRID = 24
/** Longest side, in pixels, of the level that is compared at the least. */
const LEVEL = 256

/** Means of the samples in each cell of the grid. */
function cellMeans({ width, height, samples, data }: Decoded): number[] {
  const sums = new Float64Array(GRID * GRID * samples)
  const counts = new Float64Array(GRID * GRID * samples)
  for (let i = 0; i < width * height; i++) {
    const row = Math.floor((Math.floor(i / width) * GRID) / height)
    const cell = row * GRID + Math.floor(((i % width) * GRID) / width)
    for (let s = 0; s < samples; s++) {
      const at = cell * samples + s
      sums[at] = (sums[at] ?? 0) + (data[i * samples + s] ?? 0)
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  return [...sums].map((sum, i) => sum / (counts[i] ?? 1))
}

/** A reduced level of the first plane that was made of a file. */
async function reducedLevel(source: string, kind: ImageKind): Promise<Decoded> {
  const outputDir = await mkdtemp(join(folder, 'out-'))
  const description: ImageDescription = await processImage({ source, kind, originalName: source, outputDir })
  return withPyramid(join(outputDir, 'plane-c0-t0.tif'), async (pyramid) => {
    const large = pyramid.levels.findIndex(({ width, height }) => Math.max(width, height) >= LEVEL)
    const z = large < 0 ? pyramid.levels.length - 1 : large
    if (description.photometric === 'rgb') return { ...(await readLevelPicture(pyramid, z)), samples: 3 }
    const { samples, ...size } = await readLevelSamples(pyramid, z, {
      bits: description.bitDepth,
      format: description.sampleFormat,
    })
    return { ...size, samples: 1, data: samples }
  })
}

const made = new Map<string, Promise<Decoded>>()

/** As `reducedLevel`; large slides, which are compared with two programs, are decoded once. */
function ours(source: string, kind: ImageKind): Promise<Decoded> {
  const key = `${kind} ${source}`
  const level = made.get(key) ?? reducedLevel(source, kind)
  made.set(key, level)
  return level
}

/** Halved, as levels are, until it is not wider than another picture: grids then have the same cells. */
function halvedTo(width: number, decoded: Decoded): Decoded {
  if (decoded.width < 2 * width) return decoded
  const { samples, ...size } = decoded
  const data = downsampleBand(Float32Array.from(decoded.data), size.height, size.width, samples, float32)
  return halvedTo(width, { width: size.width >> 1, height: size.height >> 1, samples, data })
}

/** Mean and largest difference between cells, in grey levels; of deeper samples in 255ths of the largest value. */
async function differences(source: string, kind: ImageKind, decode: (path: string) => Promise<Decoded>) {
  const [mine, other] = [await ours(source, kind), await decode(source)]
  expect(mine.samples).toBe(other.samples)
  const cells = cellMeans(mine)
  const others = cellMeans(halvedTo(mine.width, other))
  const unit = Math.max(1, Math.max(...others) / 255)
  const apart = cells.map((cell, i) => Math.abs(cell - (others[i] ?? 0)) / unit)
  return { mean: apart.reduce((sum, value) => sum + value, 0) / apart.length, most: Math.max(...apart) }
}

type Row = [
  family: string,
  path: string,
  ImageKind,
  decode: (path: string) => Promise<Decoded>,
  mean: number,
  most: number,
]

const colour = byGeotiff(3)
const grey = byGeotiff(1)
const files: Row[] = [
  ['Aperio SVS, JPEG', 'wsi/CMU-1-Small-Region.svs', 'TwoDimensions', colour, 0.7, 2],
  // OpenJPEG is the only decoder: the overview in the file is JPEG, made by the scanner's software.
  ['Aperio SVS, JPEG 2000', 'wsi/tcga-cr-7395-01a-01-ts1.svs', 'TwoDimensions', byGeotiff(3, 1), 2, 30],
  ['Hamamatsu NDPI', 'wsi/test3-DAPI-2-(387).ndpi', 'TwoDimensions', colour, 0.7, 2],
  ['MetaMorph STK', 'derived/hela_zstack15.stk', 'TimeSeries', grey, 0.7, 2],
  ['MetaMorph STK', 'stk/MetamorphImage.stk', 'TwoDimensions', grey, 0.7, 2],
  ['GeoTIFF, RGB', 'geotiff/RGB.byte.tif', 'TwoDimensions', colour, 0.7, 2],
  ['GeoTIFF, JPEG tiles', 'geotiff/cogeo.tif', 'TwoDimensions', colour, 0.7, 2],
  ['GeoTIFF, planar tiles', 'geotiff/shade.tif', 'TwoDimensions', grey, 0.7, 2],
  ['PNG', 'ihc_he/ihc.png', 'TwoDimensions', byFastPng, 0.7, 2],
  ['JPEG', 'raster_common/Landscape_1.jpg', 'TwoDimensions', byJpegJs, 0.7, 2],
  ['BMP', 'raster_common/rgb24.bmp', 'TwoDimensions', byFastBmp, 0.7, 2],
  // No second decoder: a small picture made by ZEN, with its own contrast.
  ['Zeiss CZI, RGB', 'czi/RGB-8bit.czi', 'TwoDimensions', byAttachedPicture, 6, 40],
]

describeWithData('real files of each family have the colours that a second decoder reads', () => {
  test.each(files)('%s: %s', async (_family, path, kind, decode, mean, most) => {
    const apart = await differences(dataPath(path), kind, decode)
    expect(apart.mean).toBeLessThanOrEqual(mean)
    expect(apart.most).toBeLessThanOrEqual(most)
  })
})

const programs: [program: string, decode: (path: string) => Promise<Decoded>, files: [string, number, number][]][] = [
  [
    'openslide-write-png',
    byOpenSlide,
    [
      ['wsi/CMU-1-Small-Region.svs', 0.7, 2],
      ['wsi/tcga-cr-7395-01a-01-ts1.svs', 0.7, 2],
      ['wsi/test3-DAPI-2-(387).ndpi', 0.7, 2],
      ['derived/tcga_as_leica.scn', 0.7, 2],
    ],
  ],
  [
    'vips',
    byVips,
    [
      ['bad_input/pillow/zero_dpi.jp2', 0.7, 2],
      ['geotiff/cogeo.tif', 0.7, 2],
    ],
  ],
]
for (const [program, decode, compared] of programs) {
  describeWithData(`real files have the colours that another program reads: ${program}`, () => {
    const present = hasProgram(program)
    // The name says why there is no result.
    const run = present ? test : test.skip
    run.each(compared)(`%s${present ? '' : ` (skipped: ${program} is not installed)`}`, async (path, mean, most) => {
      const apart = await differences(dataPath(path), 'TwoDimensions', decode)
      expect(apart.mean).toBeLessThanOrEqual(mean)
      expect(apart.most).toBeLessThanOrEqual(most)
    })
  })
}

/** A picture whose four quarters differ in hue, with a gradient. */
const written = () => {
  const [width, height] = [300, 280]
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    const quarter = (x > width / 2 ? 1 : 0) + (y > height / 2 ? 2 : 0)
    return Math.max(
      0,
      ([
        [230, 180, 210],
        [60, 120, 40],
        [30, 60, 200],
        [250, 250, 250],
      ][quarter]?.[i % 3] ?? 0) -
        x / 10,
    )
  })
  return sharp(data, { raw: { width, height, channels: 3 } })
}

test.each<[string, (path: string) => Promise<unknown>, (path: string) => Promise<Decoded>]>([
  ['PNG', (path) => written().png().toFile(path), byFastPng],
  ['PNG with a palette', (path) => written().png({ palette: true }).toFile(path), byFastPng],
  ['JPEG', (path) => written().jpeg({ chromaSubsampling: '4:4:4' }).toFile(path), byJpegJs],
  ['TIFF', (path) => written().tiff({ compression: 'none' }).toFile(path), colour],
  [
    'TIFF, JPEG tiles',
    (path) => written().tiff({ compression: 'jpeg', tile: true, tileWidth: 256, tileHeight: 256 }).toFile(path),
    colour,
  ],
  ['TIFF, 16-bit grey', (path) => written().toColourspace('grey16').tiff({ compression: 'none' }).toFile(path), grey],
])('a written file has the colours that a second decoder reads: %s', async (title, write, decode) => {
  const path = join(folder, title.replace(/\W/g, '-'))
  await write(path)
  const apart = await differences(path, 'TwoDimensions', decode)
  expect(apart.mean).toBeLessThanOrEqual(0.7)
  // Chrominance of half the resolution is spread in other ways at the edge between two colours.
  expect(apart.most).toBeLessThanOrEqual(6)
})

/** Written by one program and decoded by both: WebP in TIFF, whose only decoder here is that of sharp. */
const vipsWebp = hasProgram('vips') ? describe : describe.skip
vipsWebp(`WebP in TIFF${hasProgram('vips') ? '' : ' (skipped: vips is not installed)'}`, () => {
  test.each<[string, string[], mean: number, most: number]>([
    ['tiles, lossless', ['--tile', '--lossless'], 0, 0],
    ['tiles, lossy', ['--tile', '--Q', '80'], 0.5, 2],
    ['strips, lossless', ['--lossless'], 0, 0],
    ['a pyramid of tiles in a BigTIFF, lossless', ['--tile', '--pyramid', '--bigtiff', '--lossless'], 0, 0],
  ])('that vips wrote has the colours that vips reads: %s', async (title, options, mean, most) => {
    const [png, path] = ['.png', '.tif'].map((extension) => join(folder, title.replace(/\W/g, '-') + extension))
    await written()
      .png()
      .toFile(png ?? '')
    await promisify(execFile)('vips', ['tiffsave', png ?? '', path ?? '', '--compression', 'webp', ...options])
    const apart = await differences(path ?? '', 'TwoDimensions', byVips)
    expect(apart.mean).toBeLessThanOrEqual(mean)
    expect(apart.most).toBeLessThanOrEqual(most)
  })
  test('with a colour profile has the colours that vips makes of it, and not those that are stored', async () => {
    const [png, path] = [join(folder, 'profile.png'), join(folder, 'profile.tif')]
    await written().withIccProfile('p3').png().toFile(png)
    await promisify(execFile)('vips', ['tiffsave', png, path, '--compression', 'webp', '--tile', '--lossless'])
    const apart = await differences(path, 'TwoDimensions', byVipsInSrgb)
    expect(apart.mean).toBeLessThanOrEqual(0.5)
    expect(apart.most).toBeLessThanOrEqual(1)
    expect((await differences(path, 'TwoDimensions', byVips)).most).toBeGreaterThan(5)
  })
})
