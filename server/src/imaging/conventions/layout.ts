import type { FileMetadata } from '../description.ts'
import type { ImageFamily } from '../families.ts'
import type { Axis, PlaneCoordinates } from '../image-source.ts'
import type { PixelSize } from '../pixel-size.ts'
import type { TiffPage } from '../tiff/page.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'

/** Location of a plane in a TIFF. */
export interface PageLocation {
  /** Number of the directory in the main chain. */
  page: number
  /** For stacks that are stored contiguously behind a single directory: number of the plane there, from 0; otherwise 0. */
  planeOffset: number
  /** Of a set of files: the name of the one with the page; absent: there is one. */
  file?: string
}

/** How a vendor's or a community's convention uses the pages of a TIFF. Fields not described here are those of `ImageSource`. */
export interface TiffLayout {
  format: ImageFamily
  /** The page whose size and pixel format all planes share. */
  base: TiffPage
  /** Of a set of files: the one with `base`. */
  baseFile?: string
  size: Record<Axis, number>
  unlabelledAxis: Axis | null
  locate(at: PlaneCoordinates): PageLocation
  channelNames: string[]
  pixelSizeUm: PixelSize
  hasPyramid: boolean
  notes: string[]
  /** Null: the file says nothing. */
  metadata: FileMetadata | null
  /** Other images in the file, and the name of this one; null: there are none. */
  scenes: { own: string; others: readonly { name: string; layout(): Promise<TiffLayout> }[] } | null
  /** Pages with pictures of the slide. */
  slidePictures: readonly { kind: 'label' | 'macro'; page: number }[]
  /** The colour map is a display setting; the samples are intensities, not indices of colours. */
  paletteIsDisplay: boolean
  /** The convention violates TIFF or JPEG in ways that decoders report as errors, so their errors are ignored. */
  tolerant: boolean
}

/** What a convention is recognised by. */
export interface TiffContext {
  tiff: TiffFile
  fileBytes: number
  /** The `ImageDescription` of the first page. */
  description: string
}

/**
 * Recognises one convention; null: the file does not follow it.
 *
 * @throws ImagingError when it follows the convention but is damaged or uses an unsupported variant
 */
export type Convention = (context: TiffContext) => Promise<TiffLayout | null>

/** The values of a TIFF with a single plane, which most conventions override in part. */
export const singlePageDefaults = (base: TiffPage) => ({
  base,
  size: { c: 1, z: 1, t: 1 },
  unlabelledAxis: null,
  locate: () => ({ page: base.index, planeOffset: 0 }),
  channelNames: [],
  hasPyramid: false,
  notes: [],
  metadata: null,
  scenes: null,
  slidePictures: [],
  paletteIsDisplay: false,
  tolerant: false,
})
