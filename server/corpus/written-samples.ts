import { deflateSync } from 'node:zlib'
import {
  hDabField,
  multichannelOmeTiff,
  timeSeriesOmeTiff,
  toPng,
  toTiff,
} from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { buildCzi, packZstd1, type TestBlock } from '../test/imaging-czi.ts'
import { type TestTag, writeTestTiff } from '../test/imaging-tiff.ts'
import { encodeJpeg2000 } from '../test/jpeg-2000.ts'

const SIDE = 64
const rgb = Uint8Array.from({ length: 3 * SIDE * SIDE }, (_, i) => (i * 37) & 255)

const tiff = (compression: number, photometric: number, segment: Uint8Array, more: TestTag[] = []) =>
  writeTestTiff([
    {
      tags: [
        [256, SIDE],
        [257, SIDE],
        [258, [8, 8, 8]],
        [259, compression],
        [262, photometric],
        [277, 3],
        [278, SIDE],
        ...more,
      ],
      segments: [segment],
    },
  ])

const block = (S: number, Z: number, compression: number, data: Uint8Array): TestBlock => ({
  at: { X: 100 * S, Y: 0, C: 0, Z, T: 0, S },
  width: SIDE,
  height: SIDE,
  pixelType: 1,
  compression,
  data,
})

/** A small image of each family that is written here, by name: for clones without the real images. */
export async function writtenSamples(): Promise<[string, Uint8Array][]> {
  const field = hDabField({ seed: 3, width: 300, height: 200 })
  const raw = { raw: { width: SIDE, height: SIDE, channels: 3 as const } }
  const jpeg = await sharp(rgb, raw).jpeg().toBuffer()
  const grey = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => i)
  const stored = new Uint8Array(grey.buffer)
  return [
    ['field.png', await toPng(field)],
    ['field.tif', toTiff(field, 0.5)],
    ['channels.ome.tif', multichannelOmeTiff({ width: 128, height: 96, cells: 3 }).bytes],
    ['times.ome.tif', timeSeriesOmeTiff({ width: 128, height: 96, cells: 3 }).bytes],
    ['picture.jpg', jpeg],
    ['webp.tif', tiff(50_001, 2, await sharp(rgb, raw).webp({ lossless: true }).toBuffer())],
    [
      'old-jpeg.tif',
      tiff(6, 6, jpeg, [
        [513, 8],
        [514, jpeg.length],
      ]),
    ],
    ['deflate.tif', tiff(8, 2, deflateSync(rgb))],
    ['picture.j2k', await encodeJpeg2000({ width: SIDE, height: SIDE, samples: 3, data: rgb })],
    [
      'scenes.czi',
      buildCzi([block(0, 0, 0, stored), block(0, 1, 6, packZstd1(grey)), block(1, 0, 0, stored)], '<ImageDocument/>'),
    ],
  ]
}
