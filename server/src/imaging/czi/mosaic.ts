import type { BandPlane } from '../image-source.ts'
import type { RangeReader } from '../range-reader.ts'
import { allocateSamples, type Samples } from '../sample-type.ts'
import type { SubBlock } from './directory.ts'
import type { CziPixel } from './pixel-type.ts'
import { readSubBlock } from './sub-block-pixels.ts'

/** Rectangle in pixels of the CZI's own coordinates. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Bytes of decoded sub-blocks kept for the next bands; others are decoded again per band. About a third of `defaultLimits.memoryBytes`. */
const CACHE_BYTES = 384 * 1024 * 1024

/** The smallest rectangle that contains all blocks; `blocks` must not be empty. */
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

/** A plane composed of sub-blocks; later ones cover earlier ones. Gaps are black, in unsigned RGB images white. */
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

  /** Bands are requested from top to bottom: blocks that end above `top` are not needed again. */
  dropAbove(top: number): void {
    for (const [block, pixels] of this.#decoded) {
      if (block.y + block.height > top) continue
      this.#decoded.delete(block)
      this.#bytes -= pixels.byteLength
    }
  }
}
