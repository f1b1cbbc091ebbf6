import type { Axis, PlaneAt } from '../image-source.ts'
import type { PixelSize } from '../pixel-size.ts'
import type { TiffPage } from '../tiff/page.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'

/** Where a plane is in a TIFF. */
export interface PageAt {
  /** Number of the directory in the main chain. */
  page: number
  /** Planes behind a single directory, one after the other. */
  slice: number
}

/** How a vendor's or a community's convention uses the pages of a TIFF. */
export interface TiffLayout {
  format: string
  /** The page that tells size and pixel format for all. */
  base: TiffPage
  size: Record<Axis, number>
  looseAxis: Axis | null
  locate(at: PlaneAt): PageAt
  channelNames: string[]
  pixelSizeUm: PixelSize
  hasPyramid: boolean
  notes: string[]
  /** A colour map is only how to show the samples, not what they mean. */
  paletteIsDisplay: boolean
  /** The convention bends the rules of TIFF or JPEG so that decoders complain. */
  tolerant: boolean
}

export interface TiffContext {
  tiff: TiffFile
  fileBytes: number
  /** The `ImageDescription` of the first page. */
  description: string
}

/** Null: the file does not follow this convention. */
export type Convention = (context: TiffContext) => Promise<TiffLayout | null>

/** What most conventions leave at these values. */
export const singlePage = (base: TiffPage) => ({
  base,
  size: { c: 1, z: 1, t: 1 },
  looseAxis: null,
  locate: () => ({ page: base.index, slice: 0 }),
  channelNames: [],
  hasPyramid: false,
  notes: [],
  paletteIsDisplay: false,
  tolerant: false,
})
