import { fetchBytes } from '@lamella/shared/api'
import type { ImageView } from '@lamella/shared/contract'
import { LRUCache } from 'lru-cache'
import { type SampleArray, samplesOf } from './sample-array.ts'

/** Address of a tile within an image. */
export interface TileCoordinates {
  /** Level of the pyramid, 0 the smallest. */
  z: number
  /** Column and row of the tile in its level. */
  x: number
  y: number
  /** Channel. */
  c: number
  /** Time point. */
  t: number
}

/**
 * Bytes of decoded tiles in the cache: about 500 tiles of 256² with 16 bit. More would refetch less, at the cost of the
 * tab's memory.
 */
const defaultCapacity = 64 * 1024 * 1024

/** Fetches tiles of one image and caches their true samples, so that colours and ranges change without the server. */
export class TileStore {
  readonly #imageId: string
  readonly #view: ImageView
  /** Samples by address. */
  readonly #raw: LRUCache<string, SampleArray>

  /** @param capacity - bytes of samples; the least recently used tiles are evicted first */
  constructor(imageId: string, view: ImageView, capacity: number = defaultCapacity) {
    this.#imageId = imageId
    this.#view = view
    this.#raw = new LRUCache({ maxSize: capacity, sizeCalculation: ({ byteLength }) => byteLength })
  }

  #address({ z, x, y, c, t }: TileCoordinates): string {
    const query = new URLSearchParams({ type: 'Image', id: this.#imageId, z: `${z}`, y: `${y}`, x: `${x}` })
    if (this.#view.channels.length > 1) query.set('c', `${c}`)
    if (this.#view.timePoints > 1) query.set('dim[t]', `${t}`)
    return `/api/v1/tiles?${query}`
  }

  /** A JPEG tile, not cached here. @throws ApiFailure, or the AbortError of `signal` */
  async picture(place: TileCoordinates, signal?: AbortSignal): Promise<ImageBitmap> {
    const answer = await fetchBytes(this.#address(place), signal)
    return createImageBitmap(await answer.blob())
  }

  /**
   * Samples of one plane's tile: `tileSize`² times `samplesPerPixel`, interleaved, row by row from the top.
   * @throws ApiFailure, or the AbortError of `signal`
   */
  async samples(place: TileCoordinates, signal?: AbortSignal): Promise<SampleArray> {
    const address = this.#address(place)
    const kept = this.#raw.get(address)
    if (kept) return kept
    const answer = await fetchBytes(address, signal)
    const samples = samplesOf(await answer.arrayBuffer(), this.#view)
    this.#raw.set(address, samples)
    return samples
  }

  /** Samples of a cached tile; undefined otherwise. */
  peek(place: TileCoordinates): SampleArray | undefined {
    return this.#raw.get(this.#address(place))
  }
}
