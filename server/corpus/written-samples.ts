import { deflateSync, zstdCompressSync } from 'node:zlib'
import {
  hDabField,
  multichannelOmeTiff,
  timeSeriesOmeTiff,
  toPng,
  toTiff,
} from '@lamella/shared/testing/pictures/index.ts'
import { encode as encodeBmp } from 'fast-bmp'
import sharp from 'sharp'
import type { ImageKind } from '../src/imaging/description.ts'
import type { ImageFamily } from '../src/imaging/families.ts'
import { buildCzi, packZstd1, type TestBlock } from '../test/imaging-czi.ts'
import { type TestTag, writeTestTiff } from '../test/imaging-tiff.ts'
import { encodeJpeg2000 } from '../test/jpeg-2000.ts'
import { fixture, writtenArchives } from './written-archives.ts'
import { pageTags, rgb, SIDE, vendorTiffs } from './written-slides.ts'

/** A small image that every clone has. */
export interface WrittenSample {
  /** As it is uploaded. */
  name: string
  family: ImageFamily
  /** What of the family it is. */
  variant: string
  kind: ImageKind
  bytes: Uint8Array
}

const tiff = (compression: number, segment: Uint8Array, photometric = 2, more: TestTag[] = []) => {
  const tags = pageTags(3, compression, more).map((tag): TestTag => (tag[0] === 262 ? [262, photometric] : tag))
  return writeTestTiff([{ tags, segments: [segment] }])
}

const block = (at: { S: number; Z: number; T?: number }, compression: number, data: Uint8Array): TestBlock => ({
  at: { X: 100 * at.S, Y: 0, C: 0, T: 0, ...at },
  width: SIDE,
  height: SIDE,
  pixelType: 1,
  compression,
  data,
})

/** Pictures and plain TIFFs. */
async function pictures(): Promise<WrittenSample[]> {
  const field = hDabField({ seed: 3, width: 300, height: 200 })
  const raw = { raw: { width: SIDE, height: SIDE, channels: 3 as const } }
  const jpeg = await sharp(rgb, raw).jpeg().toBuffer()
  const codestream = await encodeJpeg2000({ width: SIDE, height: SIDE, samples: 3, data: rgb })
  const bmp = encodeBmp({ width: SIDE, height: SIDE, data: rgb, bitsPerPixel: 24, components: 3, channels: 3 })
  const oldJpeg: TestTag[] = [
    [513, 8],
    [514, jpeg.length],
  ]
  const kind = 'TwoDimensions'
  return [
    { name: 'field.png', family: 'PNG', variant: '8-bit RGB', kind, bytes: await toPng(field) },
    { name: 'picture.jpg', family: 'JPEG', variant: 'baseline, 4:2:0', kind, bytes: jpeg },
    { name: 'picture.bmp', family: 'BMP', variant: '24-bit', kind, bytes: bmp },
    { name: 'picture.j2k', family: 'JPEG 2000', variant: 'bare codestream', kind, bytes: codestream },
    { name: 'field.tif', family: 'TIFF', variant: 'with a pixel size', kind, bytes: toTiff(field, 0.5) },
    {
      name: 'webp.tif',
      family: 'TIFF',
      variant: 'WebP, lossless',
      kind,
      bytes: tiff(50_001, await sharp(rgb, raw).webp({ lossless: true }).toBuffer()),
    },
    {
      name: 'old-jpeg.tif',
      family: 'TIFF',
      variant: 'old-style JPEG as a whole stream',
      kind,
      bytes: tiff(6, jpeg, 6, oldJpeg),
    },
    { name: 'deflate.tif', family: 'TIFF', variant: 'Deflate', kind, bytes: tiff(8, deflateSync(rgb)) },
    {
      name: 'tiled.btf',
      family: 'BigTIFF',
      variant: 'JPEG tiles, pyramid',
      kind,
      bytes: await sharp(rgb, raw)
        .resize(600, 600)
        .tiff({ bigtiff: true, tile: true, pyramid: true, compression: 'jpeg' })
        .toBuffer(),
    },
  ]
}

/** Files of microscopes and scanners. */
function microscopes(): WrittenSample[] {
  const samples = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => i)
  const stored = new Uint8Array(samples.buffer)
  const czi = (...blocks: TestBlock[]) => buildCzi(blocks, '<ImageDocument/>')
  const slide = (name: string, family: ImageFamily, bytes: Uint8Array): WrittenSample => {
    return { name, family, variant: 'uncompressed', kind: 'TwoDimensions', bytes }
  }
  return [
    slide('slide.svs', 'Aperio SVS', vendorTiffs.svs),
    slide('slide.ndpi', 'Hamamatsu NDPI', vendorTiffs.ndpi),
    slide('slide.scn', 'Leica SCN', vendorTiffs.scn),
    { ...slide('slide.qptiff', 'PerkinElmer QPTIFF', vendorTiffs.qptiff), kind: 'MultiChannel' },
    { ...slide('stack.stk', 'MetaMorph STK', vendorTiffs.stk), kind: 'TimeSeries' },
    slide('meta-series.tif', 'MetaMorph TIFF', vendorTiffs.metaSeries),
    { ...slide('hyperstack.tif', 'ImageJ TIFF', vendorTiffs.imageJ), kind: 'TimeSeries' },
    {
      name: 'channels.ome.tif',
      family: 'OME-TIFF',
      variant: 'channels',
      kind: 'MultiChannel',
      bytes: multichannelOmeTiff({ width: 128, height: 96, cells: 3 }).bytes,
    },
    {
      name: 'times.ome.tif',
      family: 'OME-TIFF',
      variant: 'time points',
      kind: 'TimeSeries',
      bytes: timeSeriesOmeTiff({ width: 128, height: 96, cells: 3 }).bytes,
    },
    {
      name: 'scenes.czi',
      family: 'Zeiss CZI',
      variant: 'uncompressed and ZSTD1, scenes, Z planes',
      kind: 'TwoDimensions',
      bytes: czi(
        block({ S: 0, Z: 0 }, 0, stored),
        block({ S: 0, Z: 1 }, 6, packZstd1(samples)),
        block({ S: 1, Z: 0 }, 0, stored),
      ),
    },
    {
      name: 'times.czi',
      family: 'Zeiss CZI',
      variant: 'ZSTD0, time points',
      kind: 'TimeSeries',
      bytes: czi(...[0, 1].map((T) => block({ S: 0, Z: 0, T }, 5, zstdCompressSync(stored)))),
    },
  ]
}

/** Files of other programs, and archives of several files. */
async function exchanged(): Promise<WrittenSample[]> {
  const archives = await writtenArchives()
  const dicom = async (name: string, family: ImageFamily, variant: string): Promise<WrittenSample> => {
    return { name: `${name}.dcm`, family, variant, kind: 'TwoDimensions', bytes: await fixture(`dicom/${name}.dcm`) }
  }
  const zarr = async (name: string, variant: string, kind: ImageKind = 'TimeSeries'): Promise<WrittenSample> => {
    const file = `${name}.ome.zarr.zip`
    return { name: file, family: 'OME-Zarr 0.4', variant, kind, bytes: await fixture(`zarr/${file}`) }
  }
  const set = (name: string, variant: string, bytes: Uint8Array): WrittenSample => {
    return { name, family: 'OME-TIFF', variant, kind: 'MultiChannel', bytes }
  }
  return [
    await dicom('camera', 'DICOM', 'picture of a camera'),
    await dicom('rgb', 'DICOM slide', 'uncompressed, full tiling'),
    await dicom('jpeg', 'DICOM slide', 'JPEG'),
    await dicom('jpeg-2000', 'DICOM slide', 'JPEG 2000'),
    await dicom('sparse', 'DICOM slide', 'sparse tiling'),
    { ...(await dicom('paths', 'DICOM slide', 'optical paths, focal planes')), kind: 'MultiChannel' },
    {
      name: 'slide.dcm.zip',
      family: 'DICOM slide',
      variant: 'several files of one slide in a zip',
      kind: 'TwoDimensions',
      bytes: archives.dicomZip,
    },
    set('set.ome.zip', 'a set of files in a zip', archives.omeZip),
    set('set.ome.tar', 'a set of files in a tar', archives.omeTar),
    await zarr('blosc', 'Blosc'),
    await zarr('zstd', 'Zstandard'),
    await zarr('gzip-big-endian', 'gzip, big-endian'),
    await zarr('raw-fortran', 'uncompressed, Fortran order', 'TwoDimensions'),
    await zarr('rgb', 'three channels as red, green and blue', 'TwoDimensions'),
    { name: 'raw.ozx', family: 'OME-Zarr 0.5', variant: 'uncompressed', kind: 'TwoDimensions', bytes: archives.zarr5 },
  ]
}

/** At least one small image of each family, for clones without the real images: what is fuzzed, and what docs/formats.md lists as written. */
export const writtenSamples = async (): Promise<WrittenSample[]> => [
  ...(await pictures()),
  ...microscopes(),
  ...(await exchanged()),
]
