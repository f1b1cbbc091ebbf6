import sharp from 'sharp'
import { encodeTiff } from './tiff.ts'

/** Interleaved 8-bit RGB, `data[(y * width + x) * 3 + channel]`. */
export interface RgbPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray | Uint8Array
}

const open = ({ data, width, height }: RgbPicture) => sharp(data, { raw: { width, height, channels: 3 } })

export const toPng = (picture: RgbPicture): Promise<Buffer> => open(picture).png({ compressionLevel: 6 }).toBuffer()

/** An uncompressed TIFF; `pixelSizeUm` is written as its resolution. */
export const toTiff = ({ data, width, height }: RgbPicture, pixelSizeUm?: number): Buffer =>
  encodeTiff([
    {
      layout: { width, height, samples: 3, bits: 8, rowsPerStrip: height, pixelSizeUm },
      strips: [new Uint8Array(data.buffer, data.byteOffset, data.byteLength)],
    },
  ])
