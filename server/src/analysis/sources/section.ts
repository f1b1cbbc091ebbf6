import { distanceTransform } from '../operators/distance-transform.ts'
import { maskWhere } from '../operators/mask-where.ts'
import { opening } from '../operators/opening.ts'
import type { Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'
import type { PixelSize } from './pixel-source.ts'
import type { RgbSource } from './rgb.ts'

const { ceil, max, min } = Math

/** Brightest grey level of black filling: JPEG leaves some. */
const BLACK = 10
/** Radius of the discs of filling, pixels: dark nuclei and glints on glass have no even ones of nine pixels across. */
const RADIUS = 4
/** Pixels around filling that are blended with it by smooth edges and JPEG. */
const EDGE = 2
/** Pixels around a region on which its mask depends. */
const MARGIN = 2 * RADIUS + EDGE
const WHITE = 255

/** Colours that fill what was not recorded. Black does always: no section lets no light through over whole areas. */
export interface Filling {
  /** So does white, such as of transparent pixels and of gaps between fields. Otherwise it is glass. */
  white: boolean
}

/** A region of a section. */
export interface SectionPart {
  /** As `RgbSource.read` gives it; what was not recorded is white. */
  rgb: Uint8Array
  /** 1 where nothing was recorded, by pixel; null: all was. */
  outside: Uint8Array | null
}

/** A section as bright-field applications read it: what was cut out, and what was never recorded, is neither tissue nor glass. */
export interface SectionSource extends Size {
  readonly pixelSizeUm: PixelSize | null
  /** @param region completely inside the image */
  read(region: Region): Promise<SectionPart>
}

const fillingTest =
  (rgb: Uint8Array, { white }: Filling) =>
  (i: number): boolean => {
    const at = 3 * i
    const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
    return (r <= BLACK && g <= BLACK && b <= BLACK) || (white && r === WHITE && g === WHITE && b === WHITE)
  }

/** Places along an axis of which a disc of that radius holds at least one with its neighbours. */
const placesAlong = (length: number): number[] => [
  ...Array.from({ length: ceil(length / RADIUS) }, (_, i) => RADIUS * i),
  length - 1,
]

/** Whether there may be a disc of filling. Most parts have none, which a sixteenth of their pixels tells. */
function mayHoldArea({ width, height }: Size, isFilling: (i: number) => boolean): boolean {
  const [columns, rows] = [placesAlong(width), placesAlong(height)]
  for (const y of rows) {
    for (const x of columns) {
      const i = y * width + x
      if (!isFilling(i)) continue
      const isAround =
        (x === 0 || isFilling(i - 1)) &&
        (x === width - 1 || isFilling(i + 1)) &&
        (y === 0 || isFilling(i - width)) &&
        (y === height - 1 || isFilling(i + width))
      if (isAround) return true
    }
  }
  return false
}

/** Areas of filling in a part of an image with their edges; null: there are none. Its border counts as filled beyond. */
function areasOf(rgb: Uint8Array, size: Size, filling: Filling): Uint8Array | null {
  const isFilling = fillingTest(rgb, filling)
  if (!mayHoldArea(size, isFilling)) return null
  const areas = opening(maskWhere(rgb.length / 3, isFilling), size, RADIUS)
  if (!areas.includes(1)) return null
  const away = distanceTransform(
    maskWhere(areas.length, (i) => !areas[i]),
    size,
  )
  return maskWhere(areas.length, (i) => (away[i] ?? 0) <= EDGE)
}

/** The rows and columns of a region out of a plane of a larger one. */
function cropped(plane: Uint8Array, from: Region, to: Region, samples: number): Uint8Array {
  const part = new Uint8Array(to.width * to.height * samples)
  for (let y = 0; y < to.height; y++) {
    const start = ((to.top - from.top + y) * from.width + to.left - from.left) * samples
    part.set(plane.subarray(start, start + to.width * samples), y * to.width * samples)
  }
  return part
}

/**
 * The section in an RGB image. Which pixels are outside does not depend on the region that is read.
 * @param margin pixels around a region that can be read too; with fewer than the default the mask depends on the region near its border
 */
export function sectionSource(source: RgbSource, filling: Filling, margin: number = MARGIN): SectionSource {
  const { width, height, pixelSizeUm } = source
  return {
    width,
    height,
    pixelSizeUm,
    read: async (region) => {
      const [left, top] = [max(0, region.left - margin), max(0, region.top - margin)]
      const padded = {
        left,
        top,
        width: min(width, region.left + region.width + margin) - left,
        height: min(height, region.top + region.height + margin) - top,
      }
      const around = await source.read(padded)
      const areas = areasOf(around, padded, filling)
      const rgb = cropped(around, padded, region, 3)
      const outside = areas && cropped(areas, padded, region, 1)
      if (!outside?.includes(1)) return { rgb, outside: null }
      for (const [i, is] of outside.entries()) if (is) rgb.fill(WHITE, 3 * i, 3 * i + 3)
      return { rgb, outside }
    },
  }
}
