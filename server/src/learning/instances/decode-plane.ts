import type { Size } from '../../analysis/operators/size.ts'
import { contains, type Region } from '../../analysis/runtime/tiles.ts'
import type { Scratch } from '../inference/scratch.ts'
import type { Maps } from '../inference/stored-maps.ts'
import { ascentBasins } from './basins.ts'
import { cutOut } from './cut-out.ts'
import type { DecodeOptions, Instance } from './instance.ts'
import { mergeBasins } from './merge-basins.ts'

const { PI } = Math

/** Sides of a plane at which the image ends too. */
export interface Whole {
  left: boolean
  top: boolean
  right: boolean
  bottom: boolean
}

/** Basins with a pixel at a side beyond which the image goes on: the plane shows only a part of them. */
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

/** Instances of a region in a plane. */
export interface DecodedRegion {
  /** In the reading order of their peaks; the small and the unsure ones are left out. */
  instances: Instance[]
  /** Peaks in the region of what might be merged with something that the plane does not show: these are no instances yet. */
  uncertain: (readonly [x: number, y: number])[]
}

/**
 * Decodes a plane of maps.
 * @param seen what of the image the plane shows
 * @param core the region of which instances are wanted
 * @param takeAll also takes what is uncertain, as if the plane were all there is
 */
export function decodePlane(
  { foreground, depth, size }: Maps,
  seen: Region,
  core: Region,
  whole: Whole,
  diameter: number,
  options: DecodeOptions,
  takeAll: boolean,
  scratch: Scratch,
): DecodedRegion {
  const { width } = seen
  const mask = scratch.uint8('mask', foreground.length)
  for (let i = 0; i < mask.length; i++) mask[i] = (foreground[i] ?? 0) > options.foreground ? 1 : 0
  const basins = ascentBasins(depth, mask, seen, scratch)
  const cut = cutBasins(basins.labels, seen, whole)
  const { roots, uncertain } = mergeBasins({ depth, size }, basins, seen, { dynamics: options.dynamics, diameter }, cut)
  const placeOf = (basin: number): readonly [number, number] => {
    const pixel = basins.peaks[basin] ?? 0
    return [seen.left + (pixel % width), seen.top + Math.floor(pixel / width)]
  }
  const owned: number[] = []
  const unknown: (readonly [number, number])[] = []
  for (let basin = 1; basin < roots.length; basin++) {
    const place = placeOf(basin)
    if (!contains(core, place)) continue
    // It may merge with a basin beyond the plane, or not.
    if (uncertain[basin] && !takeAll) unknown.push(place)
    else if (roots[basin] === basin) owned.push(basin)
  }
  const { labels } = basins
  for (let i = 0; i < labels.length; i++) {
    const basin = labels[i] ?? 0
    if (basin) labels[i] = roots[basin] ?? 0
  }
  const leastArea = (options.leastArea * PI * diameter ** 2) / 4
  const instances = boundsOf(labels, seen, owned, roots.length).flatMap(({ root, bounds, area }) => {
    const deepest = depth[basins.peaks[root] ?? 0] ?? 0
    if (area < leastArea || deepest < options.leastDepth) return []
    const [x, y] = placeOf(root)
    const object = cutOut(
      { labels, foreground, width: seen.width, height: seen.height },
      bounds,
      root,
      options.foreground,
      diameter,
      scratch,
    )
    const place = { ...bounds, left: bounds.left + seen.left, top: bounds.top + seen.top }
    return [{ peak: [x, y] as const, height: deepest, bounds: place, ...object }]
  })
  return { instances, uncertain: unknown }
}

/** Bounds and areas of the basins owned. @param count basins, with none */
function boundsOf(labels: Int32Array, { width }: Size, owned: readonly number[], count: number) {
  const [left, top] = [new Int32Array(count).fill(width), new Int32Array(count).fill(-1)]
  const [right, bottom, area] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  const isOwned = new Uint8Array(count)
  for (const basin of owned) isOwned[basin] = 1
  for (let y = 0, i = 0; i < labels.length; y++) {
    for (let x = 0; x < width; x++, i++) {
      const basin = labels[i] ?? 0
      if (!isOwned[basin]) continue
      if (x < (left[basin] ?? 0)) left[basin] = x
      if (x >= (right[basin] ?? 0)) right[basin] = x + 1
      if (top[basin] === -1) top[basin] = y
      bottom[basin] = y + 1
      area[basin] = (area[basin] ?? 0) + 1
    }
  }
  return owned.map((root) => {
    const [x, y] = [left[root] ?? 0, top[root] ?? 0]
    const bounds = { left: x, top: y, width: (right[root] ?? 0) - x, height: (bottom[root] ?? 0) - y }
    return { root, area: area[root] ?? 0, bounds }
  })
}
