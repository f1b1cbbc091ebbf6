import type { BandPlane } from '../image-source.ts'
import type { RangeReader } from '../range-reader.ts'
import { allocateSamples, type Samples } from '../sample-type.ts'
import type { SubBlock } from './directory.ts'
import type { CziPixel } from './pixel-type.ts'
import { readSubBlock } from './sub-block-pixels.ts'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Decoded sub-blocks kept for the next bands; beyond that they are decoded again. */
const CACHE_BYTES = 384 * 1024 * 1024

export function boundingBox(blocks: readonly SubBlock[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of blocks) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { left, top, width: right - left, height: bottom - top }
}

/** A plane laid together from sub-blocks; later ones cover earlier ones. Gaps are black, in colour pictures white. */
export function mosaicPlane(read: RangeReader, blocks: readonly SubBlock[], box: Box, pixel: CziPixel): BandPlane {
  const cache = new BlockCache(read)
  const { type, samples } = pixel
  const gap = samples === 3 && type.format === 'uint' ? 2 ** type.bits - 1 : 0
  return {
    via: 'bands',
    async rows(first, count) {
      const band = allocateSamples(type, count * box.width * samples).fill(gap)
      const top = box.top + first
      cache.dropAbove(top)
      for (const block of blocks) {
        const from = Math.max(top, block.y)
        const to = Math.min(top + count, block.y + block.height)
        if (from >= to) continue
        const pixels = await cache.pixels(block)
        const rowLength = block.width * samples
        for (let y = from; y < to; y++) {
          const start = (y - block.y) * rowLength
          const place = ((y - top) * box.width + block.x - box.left) * samples
          band.set(pixels.subarray(start, start + rowLength), place)
        }
      }
      return band
    },
  }
}

class BlockCache {
  readonly #read: RangeReader
  readonly #decoded = new Map<SubBlock, Samples>()
  #bytes = 0

  constructor(read: RangeReader) {
    this.#read = read
  }

  async pixels(block: SubBlock): Promise<Samples> {
    const known = this.#decoded.get(block)
    if (known) return known
    const pixels = await readSubBlock(this.#read, block)
    if (this.#bytes + pixels.byteLength <= CACHE_BYTES) {
      this.#decoded.set(block, pixels)
      this.#bytes += pixels.byteLength
    }
    return pixels
  }

  /** Bands go downwards: what ends above is not needed again. */
  dropAbove(top: number): void {
    for (const [block, pixels] of this.#decoded) {
      if (block.y + block.height > top) continue
      this.#decoded.delete(block)
      this.#bytes -= pixels.byteLength
    }
  }
}
