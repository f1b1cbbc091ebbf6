import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { bytesOf, type Samples } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { Compression, Photometric } from '../tiff/tags.ts'

/** How the tiles of a level are stored. */
export interface TileFormat {
  compression: number
  photometric: number
  /** Tables that the tiles share (TIFF Technical Note 2); null: each tile is complete. */
  jpegTables: Uint8Array | null
}

/** A format with its encoder. */
export interface TileEncoding extends TileFormat {
  /** @param tile 256 × 256 × samples, row-major, interleaved */
  encode(tile: Samples): Promise<Uint8Array>
}

const deflateAsync = promisify(deflate)

/** Higher zlib levels cost time and hardly reduce the size of noisy samples. */
const DEFLATE = { level: 3 }

/** Samples of any type, one per pixel, losslessly. Without predictor, so that browsers can inflate tiles by `Content-Encoding`. */
export const deflateTiles: TileEncoding = {
  compression: Compression.Deflate,
  photometric: Photometric.BlackIsZero,
  jpegTables: null,
  encode: (tile) => deflateAsync(bytesOf(tile), DEFLATE),
}

const picture = (tile: Samples): Sharp =>
  sharp(bytesOf(tile), { raw: { width: TILE_SIZE, height: TILE_SIZE, channels: 3 } })

/**
 * 8-bit RGB, lossless: a WebP file per tile, which browsers show as it is. A higher effort takes five times as long for a sixth less. `quality`
 * is how hard it looks for repetitions: 75 takes up to twice the time of 10, for 0 to 2 % less.
 */
export const webpTiles: TileEncoding = {
  compression: Compression.Webp,
  photometric: Photometric.Rgb,
  jpegTables: null,
  encode: (tile) => picture(tile).webp({ lossless: true, effort: 0, quality: 10 }).toBuffer(),
}

/** Also of the tiles that libvips writes (`sharp-pyramid.ts`): from 90 on it does not subsample chrominance. */
export const JPEG_QUALITY = 90

/**
 * 8-bit RGB with errors that are hardly visible: a JPEG file per tile, chrominance in full resolution. Optimised coding would save a seventh and
 * take twice as long.
 */
export const jpegTiles: TileEncoding = {
  compression: Compression.Jpeg,
  photometric: Photometric.YCbCr,
  jpegTables: null,
  encode: (tile) =>
    picture(tile).jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer(),
}
