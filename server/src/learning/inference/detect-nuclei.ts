import type { Size } from '../../analysis/operators/size.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Levels } from '../dataset/field.ts'
import { createDecoder } from '../instances/decode.ts'
import { DECODE_DEFAULTS, type DecodeOptions, type Instance } from '../instances/instance.ts'
import { drawInstance } from '../instances/render.ts'
import type { InterleavedSource } from './interleaved-source.ts'
import { mapsOf } from './maps.ts'
import type { Network } from './network.ts'
import { createScratch } from './scratch.ts'

const { ceil, floor, max, min } = Math

export interface DetectedNucleus {
  /** In the label plane. */
  label: number
  /** Depth of its deepest pixel, about 0 to 1: how sure the network is. */
  sureness: number
  /** Whether it touches the border of the image: the rest of it cannot be seen. */
  touchesBorder: boolean
}

export interface DetectedTile {
  /** Of the image, pixels: large enough for all nuclei of the tile. */
  region: Region
  /** Nuclei of this tile, from 1; what belongs to other tiles is 0. Valid until the next tile. */
  labels: Int32Array
  nuclei: DetectedNucleus[]
}

export interface NucleusDetection {
  /** The image scaled to the network: what is to be cut into tiles, by whatever size. */
  scaled: Size
  /** @param core of the scaled image. Nuclei belong to the tile with their deepest pixel; all tiles together give each once. */
  detect(core: Region): Promise<DetectedTile>
  /** Gives back memory that would be collected late. */
  release(): void
}

/**
 * Finds nuclei in an image of any size, tile by tile; the nuclei do not depend on the tiles.
 * @param levels of black and white of the whole image, by channel (dataset/field.ts)
 * @param diameter of a typical nucleus, pixels of the image
 */
export function detectNuclei(
  network: Network,
  source: InterleavedSource,
  levels: readonly Levels[],
  diameter: number,
  options: DecodeOptions = DECODE_DEFAULTS,
): NucleusDetection {
  const maps = mapsOf(network, source, levels, diameter)
  const decoder = createDecoder(maps, network.card.diameter, options)
  const scratch = createScratch()
  return {
    scaled: { width: maps.width, height: maps.height },
    async detect(core) {
      const instances = await decoder.instancesIn(core)
      const region = regionOf(instances, maps.scale, source)
      const labels = scratch.int32('labels', region.width * region.height).fill(0)
      const nuclei = instances.flatMap((instance, i) => {
        const { bounds, height } = instance
        if (drawInstance(instance, i + 1, maps.scale, labels, region) === 0) return []
        const touchesBorder =
          bounds.left === 0 ||
          bounds.top === 0 ||
          bounds.left + bounds.width === maps.width ||
          bounds.top + bounds.height === maps.height
        return [{ label: i + 1, sureness: height, touchesBorder }]
      })
      return { region, labels, nuclei }
    },
    release: maps.release,
  }
}

/** Pixels of the image that the instances may cover; none for no instances. */
function regionOf(instances: readonly Instance[], scale: number, image: Size): Region {
  const [first] = instances
  if (!first) return { left: 0, top: 0, width: 0, height: 0 }
  let [left, top, right, bottom] = [image.width, image.height, 0, 0]
  for (const { bounds } of instances) {
    left = min(left, floor((bounds.left - 1) / scale))
    top = min(top, floor((bounds.top - 1) / scale))
    right = max(right, ceil((bounds.left + bounds.width + 1) / scale))
    bottom = max(bottom, ceil((bounds.top + bounds.height + 1) / scale))
  }
  ;[left, top] = [max(0, left), max(0, top)]
  return { left, top, width: min(image.width, right) - left, height: min(image.height, bottom) - top }
}
