import { gaussian } from '../../analysis/operators/gaussian.ts'
import { contains, type Region } from '../../analysis/runtime/tiles.ts'
import type { MapSource } from '../inference/maps.ts'
import { createScratch } from '../inference/scratch.ts'
import { type DecodedRegion, decodePlane } from './decode-plane.ts'
import { DECODE_DEFAULTS, type DecodeOptions, type Instance } from './instance.ts'

const { ceil, floor, max, min } = Math

export interface Decoder {
  /**
   * All instances whose peak lies in the region, in the reading order of the peaks. However an image is cut into regions, together they
   * give the same instances.
   */
  instancesIn(core: Region): Promise<Instance[]>
}

/** First halo round a region, in diameters; it is doubled for the parts of the region where that is not enough. */
const FIRST_HALO = 5
/** Side of these parts, in diameters. */
const PART = 6
/** Pixels; reached only by what has no nuclei at all, such as an even plane. */
const LAST_HALO = 1024

/** @param diameter of a typical nucleus, pixels of the network */
export function createDecoder(maps: MapSource, diameter: number, options: DecodeOptions = DECODE_DEFAULTS): Decoder {
  const reach = max(1, ceil(3 * options.smoothing))
  const scratch = createScratch()
  const padded = ({ left, top, width, height }: Region, by: number): Region => {
    const [x0, y0] = [max(0, left - by), max(0, top - by)]
    return {
      left: x0,
      top: y0,
      width: min(maps.width, left + width + by) - x0,
      height: min(maps.height, top + height + by) - y0,
    }
  }
  const decode = async (core: Region, halo: number): Promise<DecodedRegion> => {
    const seen = padded(core, halo)
    const smooth = padded(seen, reach)
    const wide = await maps.read(smooth, scratch)
    const planeFor = (name: string, { width, height }: Region) => scratch.float32(name, width * height)
    const smoothed = gaussian(wide.depth, smooth, options.smoothing, [
      planeFor('rows', smooth),
      planeFor('smoothed', smooth),
    ])
    const depth = crop(smoothed, smooth, seen, planeFor('depth', seen))
    const foreground = crop(wide.foreground, smooth, seen, planeFor('foreground', seen))
    const size = crop(wide.size, smooth, seen, planeFor('size', seen))
    const whole = {
      left: seen.left === 0,
      top: seen.top === 0,
      right: seen.left + seen.width === maps.width,
      bottom: seen.top + seen.height === maps.height,
    }
    return decodePlane({ foreground, depth, size }, seen, core, whole, diameter, options, halo >= LAST_HALO, scratch)
  }
  const instancesIn = async (core: Region, halo: number): Promise<Instance[]> => {
    const { instances, uncertain } = await decode(core, halo)
    const parts = partsWith(uncertain, core, ceil(PART * diameter))
    const rest = instances.filter(({ peak }) => !parts.some((part) => contains(part, peak)))
    for (const part of parts) rest.push(...(await instancesIn(part, 2 * halo)))
    return rest.sort((a, b) => a.peak[1] - b.peak[1] || a.peak[0] - b.peak[0])
  }
  return { instancesIn: (core) => instancesIn(core, ceil(FIRST_HALO * diameter)) }
}

/** The squares of a region that hold one of the places. */
function partsWith(places: readonly (readonly [number, number])[], { left, top, width, height }: Region, side: number) {
  const columns = ceil(width / side)
  const squares = new Set(places.map(([x, y]) => floor((y - top) / side) * columns + floor((x - left) / side)))
  return [...squares].map((square): Region => {
    const [x, y] = [(square % columns) * side, floor(square / columns) * side]
    return { left: left + x, top: top + y, width: min(side, width - x), height: min(side, height - y) }
  })
}

const crop = (plane: Float32Array, from: Region, to: Region, result: Float32Array): Float32Array => {
  for (let y = 0; y < to.height; y++) {
    const start = (y + to.top - from.top) * from.width + to.left - from.left
    result.set(plane.subarray(start, start + to.width), y * to.width)
  }
  return result
}
