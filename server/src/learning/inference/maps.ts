import type { Size } from '../../analysis/operators/size.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Levels } from '../dataset/field.ts'
import { isClearGlass, NUCLEUS_HEADS, representPlane } from '../network-input.ts'
import type { InterleavedSource } from './interleaved-source.ts'
import type { Network } from './network.ts'
import { resample } from './resample.ts'
import { createScratch, type Scratch } from './scratch.ts'
import { createStoredMaps, type Maps, readRow, type StoredMaps, storeRow } from './stored-maps.ts'

const { ceil, floor, max, min } = Math

/** Side of the blocks that are put through the network at once, without their surroundings; pixels of the network. */
const BLOCK = 768
/** Surroundings of a block, so that its border is found as well as its middle: about two nuclei. */
const HALO = 32
/**
 * Blocks that are kept, 3.5 MB each, those of clear glass beside them. The next row of tiles needs the last row of blocks of this one again; a section
 * of 1 cm at 0.5 µm per pixel is 27 blocks wide.
 */
const KEPT_BLOCKS = 54

export interface MapSource extends Size {
  /**
   * @param region inside the scaled image, whose size this has
   * @param scratch of the maps, which are valid until the next call with it. One call at a time.
   */
  read(region: Region, scratch: Scratch): Promise<Maps>
}

interface Block extends Region {
  /** Null: there is nothing but background. */
  maps: StoredMaps | null
}

/**
 * Maps of an image scaled so that its nuclei have the network's diameter. The network runs on blocks of one fixed grid, so that each
 * pixel's value depends on the image alone, never on the regions that are read.
 * @param levels of black and white by channel, of the whole image
 * @param diameter of a typical nucleus, pixels of the image
 * @returns `release` gives back the memory of the blocks that are kept
 */
export function mapsOf(
  network: Network,
  source: InterleavedSource,
  levels: readonly Levels[],
  diameter: number,
): MapSource & { scale: number; release(): void } {
  const { card } = network
  const scale = card.diameter / diameter
  const width = max(1, ceil(source.width * scale))
  const height = max(1, ceil(source.height * scale))
  const kept = new Map<number, Block>()
  const columns = ceil(width / BLOCK)
  const work = createScratch()

  const compute = async (index: number): Promise<Block> => {
    const [left, top] = [(index % columns) * BLOCK, floor(index / columns) * BLOCK]
    const core = { left, top, width: min(BLOCK, width - left), height: min(BLOCK, height - top) }
    const upTo = (length: number) => ceil((length + 2 * HALO) / card.stride) * card.stride
    const padded = { left: left - HALO, top: top - HALO, width: upTo(core.width), height: upTo(core.height) }
    const planes = await resample(source, padded, scale, work)
    const pixels = padded.width * padded.height
    const x = work.float32('input', card.channels * pixels)
    for (const [channel, plane] of planes.entries()) {
      const target = x.subarray(channel * pixels, (channel + 1) * pixels)
      representPlane(card.input, plane, levels[channel] ?? { low: 0, high: 1 }, target)
    }
    if (isClearGlass(card.input, x, padded, HALO)) return { ...core, maps: null }
    const heads = await network.run(x, padded)
    const maps = createStoredMaps(core.width * core.height)
    for (let y = 0; y < core.height; y++) {
      const row = (y + HALO) * padded.width + HALO
      const from = {
        foreground: NUCLEUS_HEADS.foreground * pixels + row,
        depth: NUCLEUS_HEADS.depth * pixels + row,
        size: NUCLEUS_HEADS.size * pixels + row,
      }
      storeRow(heads, from, core.width, maps, y * core.width)
    }
    // At once: as much again is needed for the next block, long before it would be collected.
    heads.buffer.transfer(0)
    return { ...core, maps }
  }
  const blockAt = async (index: number): Promise<Block> => {
    const known = kept.get(index)
    if (known) return known
    const block = await compute(index)
    kept.set(index, block)
    const full = [...kept].filter(([, { maps }]) => maps).map(([filled]) => filled)
    // Tiles are read from top to bottom: what lies highest is needed last.
    if (full.length > KEPT_BLOCKS) drop(min(...full))
    return block
  }
  const drop = (index: number): void => {
    kept.get(index)?.maps?.release()
    kept.delete(index)
  }
  const read = async (region: Region, scratch: Scratch): Promise<Maps> => {
    const plane = (name: string) => scratch.float32(name, region.width * region.height)
    const maps: Maps = { foreground: plane('map 0'), depth: plane('map 1'), size: plane('map 2') }
    const [right, bottom] = [region.left + region.width, region.top + region.height]
    for (let row = floor(region.top / BLOCK); row * BLOCK < bottom; row++) {
      for (let column = floor(region.left / BLOCK); column * BLOCK < right; column++) {
        const block = await blockAt(row * columns + column)
        const [from, to] = [max(region.left, block.left), min(right, block.left + block.width)]
        for (let y = max(region.top, block.top); y < min(bottom, block.top + block.height); y++) {
          const target = (y - region.top) * region.width + from - region.left
          if (block.maps)
            readRow(block.maps, (y - block.top) * block.width + from - block.left, to - from, maps, target)
          else for (const head of [maps.foreground, maps.depth, maps.size]) head.fill(0, target, target + to - from)
        }
      }
    }
    return maps
  }
  const release = () => [...kept.keys()].forEach(drop)
  return { width, height, scale, read, release }
}
