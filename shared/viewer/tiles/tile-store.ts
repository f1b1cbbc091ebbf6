import { fetchBytes } from '@lamella/shared/api'
import type { ImageView, ZChoice } from '@lamella/shared/contract'
import { LRUCache } from 'lru-cache'
import { type SampleArray, samplesOf } from './sample-array.ts'

/** Which of the pictures of an image: all its channels at one time point, in one Z plane. */
export interface ShownPlane {
  /** Time point. */
  t: number
  /** Z plane, or the maximum of all; absent: that of tiles without one, the middle plane. */
  plane?: ZChoice | undefined
}

/** Address of a tile within an image. */
export interface TileCoordinates extends ShownPlane {
  /** Level of the pyramid, 0 the smallest. */
  z: number
  /** Column and row of the tile in its level. */
  x: number
  y: number
  /** Channel. */
  c: number
}

/** Level, column and row of a tile. */
export type TilePlace = Pick<TileCoordinates, 'z' | 'x' | 'y'>

/**
 * Bytes of decoded tiles in the cache: 1,536 tiles of 256² with 16 bit, eight channels of a 4k display. With less, each move
 * of a slider there would fetch tiles again.
 */
const defaultCapacity = 192 * 1024 * 1024
/** Decoded pictures in the cache: a 4k display and its surroundings. */
const mostPictures = 256

/** Fetches tiles of one image and caches their true samples, so that colours and ranges change without the server. */
export class TileStore {
  readonly #imageId: string
  readonly #view: ImageView
  readonly #scene: number
  /** Samples by key. */
  readonly #raw: LRUCache<string, SampleArray>
  /** Decoded JPEG tiles by key. */
  readonly #pictures: LRUCache<string, ImageBitmap>
  /** Pictures whose values are not exactly those of the image. */
  readonly #lossy = new WeakSet<ImageBitmap>()

  /**
   * @param scene - index of the scene that `view` describes
   * @param capacity - bytes of samples; the least recently used tiles are evicted first
   */
  constructor(imageId: string, view: ImageView, scene = 0, capacity: number = defaultCapacity) {
    this.#imageId = imageId
    this.#view = view
    this.#scene = scene
    this.#raw = new LRUCache({ maxSize: capacity, sizeCalculation: ({ byteLength }) => byteLength })
    this.#pictures = new LRUCache({ max: mostPictures })
  }

  /** What tells tiles apart as their addresses do, which take longer to write: a move of a slider looks up all visible tiles. */
  #key({ z, x, y, c, t, plane }: TileCoordinates): string {
    const { channels, timePoints, zCount = 1 } = this.#view
    return `${z}/${x}/${y}/${channels.length > 1 ? c : ''}/${timePoints > 1 ? t : ''}/${zCount > 1 ? (plane ?? '') : ''}`
  }

  #address({ z, x, y, c, t, plane }: TileCoordinates): string {
    const query = new URLSearchParams({ type: 'Image', id: this.#imageId, z: `${z}`, y: `${y}`, x: `${x}` })
    if (this.#view.channels.length > 1) query.set('c', `${c}`)
    if (this.#view.timePoints > 1) query.set('dim[t]', `${t}`)
    if (plane !== undefined && (this.#view.zCount ?? 1) > 1) query.set('dim[z]', `${plane}`)
    if (this.#scene > 0) query.set('scene', `${this.#scene}`)
    return `/api/v1/tiles?${query}`
  }

  /** A decoded JPEG tile. @throws ApiFailure, or the AbortError of `signal` */
  async picture(place: TileCoordinates, signal?: AbortSignal): Promise<ImageBitmap> {
    const key = this.#key(place)
    const kept = this.#pictures.get(key)
    if (kept) return kept
    const answer = await fetchBytes(this.#address(place), signal)
    const blob = await answer.blob()
    const picture = await createImageBitmap(blob)
    // All others that the server sends are lossless (ADR 71).
    if (blob.type === 'image/jpeg') this.#lossy.add(picture)
    this.#pictures.set(key, picture)
    return picture
  }

  /**
   * Samples of one plane's tile: `tileSize`² times `samplesPerPixel`, interleaved, row by row from the top.
   * @throws ApiFailure, or the AbortError of `signal`
   */
  async samples(place: TileCoordinates, signal?: AbortSignal): Promise<SampleArray> {
    const key = this.#key(place)
    const kept = this.#raw.get(key)
    if (kept) return kept
    const answer = await fetchBytes(this.#address(place), signal)
    const samples = samplesOf(await answer.arrayBuffer(), this.#view)
    this.#raw.set(key, samples)
    return samples
  }

  /** Whether a tile is cached, which does not count as its use. */
  has(place: TileCoordinates): boolean {
    const key = this.#key(place)
    return this.#raw.has(key) || this.#pictures.has(key)
  }

  /** A cached JPEG tile; undefined otherwise. */
  peekPicture(place: TileCoordinates): ImageBitmap | undefined {
    return this.#pictures.get(this.#key(place))
  }

  /** Whether a picture of this store was coded with loss. */
  isLossy(picture: ImageBitmap): boolean {
    return this.#lossy.has(picture)
  }

  /** Samples of a cached tile; undefined otherwise. */
  peek(place: TileCoordinates): SampleArray | undefined {
    return this.#raw.get(this.#key(place))
  }
}
