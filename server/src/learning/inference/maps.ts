import type { Size } from '../../analysis/operators/size.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Levels } from '../dataset/field.ts'
import { NUCLEUS_HEADS, representPlane } from '../network-input.ts'
import type { InterleavedSource } from './interleaved-source.ts'
import type { Network } from './network.ts'
import { resample } from './resample.ts'

const { ceil, floor, max, min } = Math

/** Output of a network for each pixel of a region of the scaled image. */
export interface Maps {
  /** Probability to be in a nucleus. */
  foreground: Float32Array
  /** Distance to the nucleus's border over the largest one in it, about 0 to 1. */
  depth: Float32Array
  /** log₂ of the diameter of the nucleus over the one assumed. */
  size: Float32Array
}

/** Side of the blocks that are put through the network at once, without their surroundings; pixels of the network. */
const BLOCK = 768
/** Surroundings of a block, so that its border is found as well as its middle: about two nuclei. */
const HALO = 32
/** Blocks that are kept, 5 MB each: those of a tile and its surroundings, and of the tile before. */
const KEPT_BLOCKS = 40

export interface MapSource extends Size {
  /** @param region inside the scaled image, whose size this has */
  read(region: Region): Promise<Maps>
}

interface Block extends Region, Maps {}

/**
 * Maps of an image scaled so that its nuclei have the network's diameter. The network runs on blocks of one fixed grid, so that each
 * pixel's value depends on the image alone, never on the regions that are read.
 * @param levels of black and white by channel, of the whole image
 * @param diameter of a typical nucleus, pixels of the image
 */
export function mapsOf(
  network: Network,
  source: InterleavedSource,
  levels: readonly Levels[],
  diameter: number,
): MapSource & { scale: number } {
  const { card } = network
  const scale = card.diameter / diameter
  const width = max(1, ceil(source.width * scale))
  const height = max(1, ceil(source.height * scale))
  const kept = new Map<number, Promise<Block>>()
  const columns = ceil(width / BLOCK)

  const compute = async (index: number): Promise<Block> => {
    const [left, top] = [(index % columns) * BLOCK, floor(index / columns) * BLOCK]
    const core = { left, top, width: min(BLOCK, width - left), height: min(BLOCK, height - top) }
    const upTo = (length: number) => ceil((length + 2 * HALO) / card.stride) * card.stride
    const padded = { left: left - HALO, top: top - HALO, width: upTo(core.width), height: upTo(core.height) }
    const planes = await resample(source, padded, scale)
    const pixels = padded.width * padded.height
    const x = new Float32Array(card.channels * pixels)
    for (const [channel, plane] of planes.entries()) {
      const target = x.subarray(channel * pixels, (channel + 1) * pixels)
      representPlane(card.input, plane, levels[channel] ?? { low: 0, high: 1 }, target)
    }
    const heads = await network.run(x, padded)
    const cut = (head: number) => {
      const plane = new Float32Array(core.width * core.height)
      for (let y = 0; y < core.height; y++) {
        const from = head * pixels + (y + HALO) * padded.width + HALO
        plane.set(heads.subarray(from, from + core.width), y * core.width)
      }
      return plane
    }
    return {
      ...core,
      foreground: cut(NUCLEUS_HEADS.foreground),
      depth: cut(NUCLEUS_HEADS.depth),
      size: cut(NUCLEUS_HEADS.size),
    }
  }
  const blockAt = (index: number): Promise<Block> => {
    const block = kept.get(index) ?? compute(index)
    // The block that was used last is dropped last: a tile comes back to its own blocks, and shares some with the next.
    kept.delete(index)
    kept.set(index, block)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_BLOCKS) break
      kept.delete(oldest)
    }
    return block
  }
  const read = async (region: Region): Promise<Maps> => {
    const plane = () => new Float32Array(region.width * region.height)
    const maps: Maps = { foreground: plane(), depth: plane(), size: plane() }
    const [right, bottom] = [region.left + region.width, region.top + region.height]
    for (let row = floor(region.top / BLOCK); row * BLOCK < bottom; row++) {
      for (let column = floor(region.left / BLOCK); column * BLOCK < right; column++) {
        const block = await blockAt(row * columns + column)
        const [from, to] = [max(region.left, block.left), min(right, block.left + block.width)]
        for (let y = max(region.top, block.top); y < min(bottom, block.top + block.height); y++) {
          const start = (y - block.top) * block.width - block.left
          const target = (y - region.top) * region.width + from - region.left
          for (const head of ['foreground', 'depth', 'size'] as const)
            maps[head].set(block[head].subarray(start + from, start + to), target)
        }
      }
    }
    return maps
  }
  return { width, height, scale, read }
}
