import { open } from 'node:fs/promises'
import { largeFieldStrips } from '@lamella/shared/testing/pictures/large-field.ts'
import sharp from 'sharp'
import { uint8 } from '../src/imaging/sample-type.ts'
import { TILE_SIZE } from '../src/imaging/sizes.ts'
import { Compression, Photometric } from '../src/imaging/tiff/tags.ts'
import { BigTiffWriter, type WrittenLevel } from '../src/imaging/write/big-tiff.ts'

/** Pixels: about 25 × 20 mm at 0.25 µm per pixel, a slide full of tissue. */
export const slideSize = { width: 100_000, height: 80_000 }

/** Different tiles along each side; they are repeated. */
const DIFFERENT = 8
/** As scanners write them. */
const JPEG = { quality: 80 } as const
/** A comment of two letters: no tile that may be shown as it is, so that all have to be encoded anew. */
const COMMENT = Buffer.from([0xff, 0xfe, 0x00, 0x04, 0x61, 0x62])

const withComment = (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2), COMMENT, jpeg.subarray(2)])

const drawTiles = async (commented: boolean): Promise<Buffer[]> => {
  const side = DIFFERENT * TILE_SIZE
  const field = Buffer.concat([...largeFieldStrips({ width: side, height: side })])
  const raw = { width: side, height: side, channels: 3 as const }
  const places = Array.from({ length: DIFFERENT ** 2 }, (_, i) => ({
    left: (i % DIFFERENT) * TILE_SIZE,
    top: Math.floor(i / DIFFERENT) * TILE_SIZE,
  }))
  return Promise.all(
    places.map(async (place) => {
      const tile = { ...place, width: TILE_SIZE, height: TILE_SIZE }
      const jpeg = await sharp(field, { raw }).extract(tile).jpeg(JPEG).toBuffer()
      return commented ? withComment(jpeg) : jpeg
    }),
  )
}

/**
 * Writes a stained section of `slideSize` as a BigTIFF of JPEG tiles without smaller levels: each tile has bytes of its own, as in real
 * slides, but only some dozen differ.
 *
 * @param commented - its tiles have to be encoded anew
 * @returns bytes of the file
 */
export const writeLargeSlide = async (path: string, commented: boolean): Promise<number> => {
  const tiles = await drawTiles(commented)
  const { width, height } = slideSize
  const encoding = { compression: Compression.Jpeg, photometric: Photometric.YCbCr, jpegTables: null }
  const level: WrittenLevel = { ...slideSize, encoding, offsets: [], lengths: [] }
  const file = await open(path, 'w')
  try {
    const writer = new BigTiffWriter(file)
    for (let row = 0; row < Math.ceil(height / TILE_SIZE); row++) {
      const ofRow = Array.from({ length: Math.ceil(width / TILE_SIZE) }, (_, column) => {
        return tiles[(row % DIFFERENT) * DIFFERENT + (column % DIFFERENT)] ?? Buffer.alloc(0)
      })
      // In one go: there are 122,383 tiles.
      let offset = await writer.append(Buffer.concat(ofRow))
      for (const { length } of ofRow) {
        level.offsets.push(offset)
        level.lengths.push(length)
        offset += length
      }
    }
    await writer.finish([level], { type: uint8, samples: 3 }, { pixelSizeUm: 0.25 })
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
