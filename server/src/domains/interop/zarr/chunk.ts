import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import type { ImageView } from '@lamella/shared/contract'
import type { PictureRenderer } from '../../../imaging/index.ts'
import { isRgb } from '../linked-scene.ts'
import type { StoredTiles } from '../stored-tiles.ts'
import { channelsOf, levelsOf } from './metadata.ts'

const inflateAsync = promisify(inflate)

/** Indices of a chunk within the array of a level, each from 0. */
export interface ChunkPlace {
  /** Of OME-Zarr: 0 the largest. */
  level: number
  t: number
  c: number
  z: number
  y: number
  x: number
}

const bytesOfSample: Record<ImageView['sampleFormat'], number> = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  float32: 4,
  float64: 8,
}

/** Deflate, no name, no time, any system. */
const gzipHead = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
/** Bytes of the header and of the checksum of a zlib stream. */
const [zlibHead, zlibTail] = [2, 4]

/**
 * The same compressed bytes as a gzip stream: every reader of Zarr 3 knows that codec, not all know zlib.
 *
 * @param most - bytes of the content
 * @throws Error where the stream is damaged or its content larger
 */
const gzipOfZlib = async (stored: Uint8Array, most: number): Promise<Buffer> => {
  const content = await inflateAsync(stored, { maxOutputLength: most })
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc32(content), 0)
  tail.writeUInt32LE(content.length, 4)
  return Buffer.concat([gzipHead, stored.subarray(zlibHead, -zlibTail), tail])
}

/**
 * One chunk, compressed by gzip: the stored tile with its true samples, or red, green and blue of a stored picture.
 *
 * @returns null: there is none at this place
 * @throws ApiError ERR_0404 when the image is gone; RendererBusy
 */
export const readChunk = async (
  tiles: StoredTiles,
  renderer: PictureRenderer,
  { imageId, scene, view }: { imageId: string; scene: number; view: ImageView },
  { level, t, c, z, y, x }: ChunkPlace,
): Promise<Buffer | null> => {
  const { count, perChunk } = channelsOf(view)
  if (!levelsOf(view)[level] || c >= count / perChunk || t >= view.timePoints || z >= (view.zCount ?? 1)) return null
  const channel = isRgb(view) ? 0 : (view.channels[c]?.index ?? c)
  const pyramid = await tiles.plane({ imageId, scene, c: channel, t, z })
  const tile = await pyramid?.tileBytes(view.levels.length - 1 - level, x, y)
  if (!tile) return null
  if (isRgb(view)) return renderer.render({ kind: 'samples', body: Buffer.from(tile.body).toString('base64') })
  return gzipOfZlib(tile.body, view.tileSize ** 2 * bytesOfSample[view.sampleFormat])
}
