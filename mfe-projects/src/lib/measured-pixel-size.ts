import { type Image, type JobResult, sizeOfPixel } from '@lamella/shared/contract'

type PixelSize = Image['pixelSize']

/** Relative difference up to which sizes are equal: files round them. */
const tolerance = 1e-6

/**
 * µm per pixel on which the numbers of a result rest; null: there was none, and they are in pixels; undefined: it was not kept, as in
 * results of earlier servers.
 */
export const measuredPixelSize = ({ pixelSizeUm }: JobResult['provenance']): PixelSize | undefined =>
  pixelSizeUm === null ? null : sizeOfPixel.safeParse(pixelSizeUm).data

const isClose = (one: number, other: number): boolean =>
  Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other))

/** Whether numbers in µm that were measured with both can be compared. @param one - µm per pixel; null: not known */
export const isSamePixelSize = (one: PixelSize, other: PixelSize): boolean =>
  one && other ? isClose(one.x, other.x) && isClose(one.y, other.y) : one === other
