import { gaussian } from '../../analysis/operators/gaussian.ts'
import type { Size } from '../../analysis/operators/size.ts'
import { contains, type Region } from '../../analysis/runtime/tiles.ts'
import type { MapSource, Maps } from '../inference/maps.ts'
import { ascentBasins } from './basins.ts'
import { mergeBasins } from './merge-basins.ts'

const { ceil, max, min, PI } = Math

export interface DecodeOptions {
  /** Least probability of a pixel of a nucleus. */
  foreground: number
  /** Least rise of a peak of the depth above the pass to a higher one, to be a nucleus of its own. */
  dynamics: number
  /** Standard deviation of the smoothing of the depth, pixels of the network. */
  smoothing: number
  /** Least area, as a share of a disc of the network's diameter. */
  leastArea: number
}

export const DECODE_DEFAULTS: DecodeOptions = { foreground: 0.5, dynamics: 0.15, smoothing: 0.8, leastArea: 0.1 }

/** A nucleus in pixels of the network. */
export interface Instance {
  /** Its deepest pixel. */
  peak: readonly [x: number, y: number]
  /** Depth there, about 0 to 1: how sure the network is of it. */
  height: number
  /** What surrounds it most narrowly. */
  bounds: Region
  /** Of the bounds: 1 inside. */
  mask: Uint8Array
  /** Of the bounds and one pixel round them, for outlines finer than a pixel: how far inside, below 0 outside. */
  margin: Float32Array
}

export interface Decoder {
  /**
   * All instances whose peak lies in the region, in the reading order of the peaks. However an image is cut into regions, together they
   * give the same instances.
   */
  instancesIn(core: Region): Promise<Instance[]>
}

/** First look beyond a region, in diameters; it is doubled while something that belongs to the region reaches its end. */
const FIRST_HALO = 2.5
/** Pixels; reached only by what has no nuclei at all, such as an even plane. */
const LAST_HALO = 1024

/** @param diameter of a typical nucleus, pixels of the network */
export function createDecoder(maps: MapSource, diameter: number, options: DecodeOptions = DECODE_DEFAULTS): Decoder {
  const reach = max(1, ceil(3 * options.smoothing))
  const padded = ({ left, top, width, height }: Region, by: number): Region => {
    const [x0, y0] = [max(0, left - by), max(0, top - by)]
    return {
      left: x0,
      top: y0,
      width: min(maps.width, left + width + by) - x0,
      height: min(maps.height, top + height + by) - y0,
    }
  }
  const attempt = async (core: Region, halo: number) => {
    const seen = padded(core, halo)
    const smooth = padded(seen, reach)
    const wide = await maps.read(smooth)
    const depth = crop(gaussian(wide.depth, smooth, options.smoothing), smooth, seen)
    const foreground = crop(wide.foreground, smooth, seen)
    const isWhole = {
      left: seen.left === 0,
      top: seen.top === 0,
      right: seen.left + seen.width === maps.width,
      bottom: seen.top + seen.height === maps.height,
    }
    return decodePlane({ foreground, depth }, seen, core, isWhole, diameter, options)
  }
  return {
    async instancesIn(core) {
      for (let halo = ceil(FIRST_HALO * diameter); ; halo *= 2) {
        const { instances, isComplete } = await attempt(core, halo)
        if (isComplete || halo >= LAST_HALO) return instances
      }
    },
  }
}

const crop = (plane: Float32Array, from: Region, to: Region): Float32Array => {
  const result = new Float32Array(to.width * to.height)
  for (let y = 0; y < to.height; y++) {
    const start = (y + to.top - from.top) * from.width + to.left - from.left
    result.set(plane.subarray(start, start + to.width), y * to.width)
  }
  return result
}

/** Sides of a plane at which the image ends too. */
interface Whole {
  left: boolean
  top: boolean
  right: boolean
  bottom: boolean
}

/** Basins with a pixel at a side beyond which the image goes on: what they are cannot be known from this plane. */
function cutBasins(labels: Int32Array, { width, height }: Size, whole: Whole): Set<number> {
  const cut = new Set<number>()
  const add = (i: number) => cut.add(labels[i] ?? 0)
  for (let x = 0; x < width; x++) {
    if (!whole.top) add(x)
    if (!whole.bottom) add((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    if (!whole.left) add(y * width)
    if (!whole.right) add(y * width + width - 1)
  }
  cut.delete(0)
  return cut
}

function decodePlane(
  { foreground, depth }: Maps,
  seen: Region,
  core: Region,
  whole: Whole,
  diameter: number,
  options: DecodeOptions,
): { instances: Instance[]; isComplete: boolean } {
  const { width } = seen
  const mask = new Uint8Array(foreground.length)
  for (let i = 0; i < mask.length; i++) mask[i] = (foreground[i] ?? 0) > options.foreground ? 1 : 0
  const basins = ascentBasins(depth, mask, seen)
  const cut = cutBasins(basins.labels, seen, whole)
  const { roots, uncertain } = mergeBasins(depth, basins, seen, options.dynamics, cut)
  const placeOf = (basin: number): readonly [number, number] => {
    const pixel = basins.peaks[basin] ?? 0
    return [seen.left + (pixel % width), seen.top + Math.floor(pixel / width)]
  }
  const owned = new Map<number, number>()
  for (let basin = 1; basin < roots.length; basin++) {
    if (roots[basin] !== basin || !contains(core, placeOf(basin))) continue
    owned.set(basin, owned.size)
  }
  for (let basin = 1; basin < roots.length; basin++) {
    // It may merge with what is not seen, or not.
    if (uncertain[basin] && contains(core, placeOf(basin))) return { instances: [], isComplete: false }
  }
  const labels = basins.labels.map((basin) => roots[basin] ?? 0)
  const leastArea = (options.leastArea * PI * diameter ** 2) / 4
  const instances = boundsOf(labels, seen, owned).flatMap(({ root, bounds, area }) => {
    if (area < leastArea) return []
    const [x, y] = placeOf(root)
    const object = cutOut(labels, foreground, seen, bounds, root, options.foreground, diameter)
    const place = { ...bounds, left: bounds.left + seen.left, top: bounds.top + seen.top }
    return [{ peak: [x, y] as const, height: depth[basins.peaks[root] ?? 0] ?? 0, bounds: place, ...object }]
  })
  return { instances, isComplete: true }
}

function boundsOf(labels: Int32Array, { width }: Size, owned: ReadonlyMap<number, number>) {
  const found = [...owned.keys()].map((root) => ({
    root,
    left: width,
    top: Number.POSITIVE_INFINITY,
    right: 0,
    bottom: 0,
    area: 0,
  }))
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    const index = label ? owned.get(label) : undefined
    const box = index === undefined ? undefined : found[index]
    if (!box) continue
    const x = i % width
    const y = (i - x) / width
    if (x < box.left) box.left = x
    if (x >= box.right) box.right = x + 1
    if (y < box.top) box.top = y
    box.bottom = y + 1
    box.area += 1
  }
  return found.map(({ root, area, left, top, right, bottom }) => ({
    root,
    area,
    bounds: { left, top, width: right - left, height: bottom - top },
  }))
}

/** Values nearer to the border than this do not exist: it has no thickness. */
const THINNEST = 1e-3

/** One object out of the plane: its mask without holes, and how far inside it each pixel is. */
function cutOut(
  labels: Int32Array,
  foreground: Float32Array,
  { width, height }: Size,
  bounds: Region,
  root: number,
  threshold: number,
  diameter: number,
): Pick<Instance, 'mask' | 'margin'> {
  const [w, h] = [bounds.width + 2, bounds.height + 2]
  const inside = new Uint8Array(w * h)
  const margin = new Float32Array(w * h)
  for (let v = 0; v < h; v++) {
    for (let u = 0; u < w; u++) {
      const [x, y] = [min(width - 1, max(0, bounds.left + u - 1)), min(height - 1, max(0, bounds.top + v - 1))]
      const i = y * width + x
      const label = labels[i] ?? 0
      const sure = (foreground[i] ?? 0) - threshold
      const isOwn = label === root
      inside[v * w + u] = isOwn && u > 0 && v > 0 && u < w - 1 && v < h - 1 ? 1 : 0
      margin[v * w + u] = isOwn ? max(THINNEST, sure) : label ? -max(THINNEST, sure) : min(-THINNEST, sure)
    }
  }
  for (const i of holesOf(inside, labels, { width: w, height: h }, bounds, { width, height }, diameter ** 2 / 4)) {
    inside[i] = 1
    margin[i] = THINNEST
  }
  const mask = new Uint8Array(bounds.width * bounds.height)
  for (let y = 0; y < bounds.height; y++)
    mask.set(inside.subarray((y + 1) * w + 1, (y + 1) * w + 1 + bounds.width), y * bounds.width)
  return { mask, margin }
}

/** Background that an object encloses, unless it is larger than `most` pixels or something else lies in it. */
function holesOf(
  inside: Uint8Array,
  labels: Int32Array,
  size: Size,
  bounds: Region,
  plane: Size,
  most: number,
): number[] {
  const { width, height } = size
  const open = new Uint8Array(inside.length)
  const queue = [0]
  open[0] = 1
  for (const i of queue) {
    const x = i % width
    const visit = (j: number, isThere: boolean) => {
      if (!isThere || open[j] || inside[j]) return
      open[j] = 1
      queue.push(j)
    }
    visit(i - 1, x > 0)
    visit(i + 1, x < width - 1)
    visit(i - width, i >= width)
    visit(i + width, i + width < width * height)
  }
  const holes: number[] = []
  for (let i = 0; i < inside.length; i++) if (!open[i] && !inside[i]) holes.push(i)
  const isEmpty = (i: number) => {
    const [x, y] = [bounds.left + (i % width) - 1, bounds.top + Math.floor(i / width) - 1]
    return !labels[y * plane.width + x]
  }
  return holes.length <= most && holes.every(isEmpty) ? holes : []
}
