import { fetchBytes } from '@lamella/shared/api'
import type { ImageView } from '@lamella/shared/contract'
import { LRUCache } from 'lru-cache'
import { type SampleArray, samplesOf } from './sample-array.ts'

export interface TilePlace {
  z: number
  x: number
  y: number
  /** Channel. */
  c: number
  /** Time point. */
  t: number
}

/** Bytes of decoded tiles that are kept: about 500 tiles of 16 bit. */
const defaultCapacity = 64 * 1024 * 1024

/** Fetches tiles of one image and keeps their true samples, so that colours and ranges change without the server. */
export class TileStore {
  readonly #imageId: string
  readonly #view: ImageView
  /** By address. */
  readonly #raw: LRUCache<string, SampleArray>

  /** @param capacity - bytes of samples; the tiles that were not used for longest leave first */
  constructor(imageId: string, view: ImageView, capacity: number = defaultCapacity) {
    this.#imageId = imageId
    this.#view = view
    this.#raw = new LRUCache({ maxSize: capacity, sizeCalculation: ({ byteLength }) => byteLength })
  }

  #address({ z, x, y, c, t }: TilePlace): string {
    const query = new URLSearchParams({ type: 'Image', id: this.#imageId, z: `${z}`, y: `${y}`, x: `${x}` })
    if (this.#view.channels.length > 1) query.set('c', `${c}`)
    if (this.#view.timePoints > 1) query.set('dim[t]', `${t}`)
    return `/api/v1/tiles?${query}`
  }

  /** A tile that the server has as JPEG. @throws ApiFailure, or the AbortError of `signal` */
  async picture(place: TilePlace, signal?: AbortSignal): Promise<ImageBitmap> {
    const answer = await fetchBytes(this.#address(place), signal)
    return createImageBitmap(await answer.blob())
  }

  /**
   * Samples of one plane's tile: `tileSize`² times `samplesPerPixel`, interleaved, row by row from the top.
   * @throws ApiFailure, or the AbortError of `signal`
   */
  async samples(place: TilePlace, signal?: AbortSignal): Promise<SampleArray> {
    const address = this.#address(place)
    const kept = this.#raw.get(address)
    if (kept) return kept
    const answer = await fetchBytes(address, signal)
    const samples = samplesOf(await answer.arrayBuffer(), this.#view)
    this.#raw.set(address, samples)
    return samples
  }

  /** Samples of a tile that is already here; undefined otherwise. */
  peek(place: TilePlace): SampleArray | undefined {
    return this.#raw.get(this.#address(place))
  }
}
