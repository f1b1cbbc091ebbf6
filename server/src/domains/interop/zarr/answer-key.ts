import type { PictureRenderer } from '../../../imaging/index.ts'
import type { LinkedScene } from '../linked-scene.ts'
import type { StoredTiles } from '../stored-tiles.ts'
import { type ChunkPlace, readChunk } from './chunk.ts'
import { arrayMetadata, groupMetadata } from './metadata.ts'

/** What a key of the store holds. */
interface KeyAnswer {
  body: Uint8Array
  contentType: 'application/json; charset=utf-8' | 'application/octet-stream'
}

const inJson = (metadata: object | null): KeyAnswer | null =>
  metadata && { body: Buffer.from(JSON.stringify(metadata)), contentType: 'application/json; charset=utf-8' }

const arrayKey = /^(\d{1,3})\/zarr\.json$/
const chunkKey = /^(\d{1,3})\/c\/(\d{1,6})\/(\d{1,6})\/(\d{1,6})\/(\d{1,6})\/(\d{1,6})$/

const placeOf = (key: string): ChunkPlace | null => {
  const numbers = chunkKey.exec(key)?.slice(1).map(Number)
  if (!numbers) return null
  const [level = 0, t = 0, c = 0, z = 0, y = 0, x = 0] = numbers
  return { level, t, c, z, y, x }
}

/**
 * The value of a key. @returns null: the store has no such key
 * @throws ApiError ERR_0404 when the image is gone; RendererBusy
 */
export const answerKey = async (
  tiles: StoredTiles,
  renderer: PictureRenderer,
  image: LinkedScene & { imageId: string; scene: number },
  key: string,
): Promise<KeyAnswer | null> => {
  if (key === 'zarr.json') return inJson(groupMetadata(image))
  const array = arrayKey.exec(key)?.[1]
  if (array !== undefined) return inJson(arrayMetadata(image, Number(array)))
  const place = placeOf(key)
  const chunk = place && (await readChunk(tiles, renderer, image, place))
  return chunk && { body: chunk, contentType: 'application/octet-stream' }
}
