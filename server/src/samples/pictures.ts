import type { FileType, SampleKind } from '@lamella/shared/contract'

/** All that a drawing depends on. */
export interface PictureRecipe {
  kind: SampleKind
  seed: number
  /** Pixels, multiples of 256. */
  width: number
  height: number
}

/** A picture of a sample project. */
export interface SamplePicture extends PictureRecipe {
  id: string
  /** Shown in the library. */
  name: string
  originalFilename: string
  fileType: FileType
  /** At most, bytes: they are reserved until the picture is drawn. */
  maxBytes: number
}

const micrograph = (number: number, name: string): SamplePicture => ({
  id: `tem-${number}`,
  kind: 'TEM',
  seed: 40 + number,
  ...{ width: 2560, height: 2560 },
  name,
  originalFilename: `myocardium-${number}.tif`,
  fileType: 'TwoDimensions',
  maxBytes: 12_000_000,
})

const field = (number: number, name: string): SamplePicture => ({
  id: `multichannel-${number}`,
  kind: 'Multichannel',
  seed: 10 + number,
  ...{ width: 1536, height: 1536 },
  name,
  originalFilename: `prostate-tumor-${number}.ome.tif`,
  fileType: 'MultiChannel',
  maxBytes: 20_000_000,
})

const slide = (number: number, name: string, width: number, height: number): SamplePicture => ({
  id: `histology-${number}`,
  kind: 'Histology',
  seed: 2 + number,
  ...{ width, height },
  name,
  originalFilename: `myocardial-fibrosis-${number}.tif`,
  fileType: 'TwoDimensions',
  // The three slides took .22 bytes per pixel: half of them is glass.
  maxBytes: Math.ceil(0.4 * width * height),
})

/** All pictures of the sample projects. The small ones of a project are first, so that there is soon something to look at. */
export const samplePictures: readonly SamplePicture[] = [
  micrograph(1, 'Left ventricle, field 1'),
  micrograph(2, 'Left ventricle, field 2'),
  micrograph(3, 'Left ventricle, field 3'),
  field(1, 'Tumor, field 1'),
  field(2, 'Tumor, field 2'),
  field(3, 'Tumor, field 3'),
  slide(1, 'Left ventricle, biopsy 1', 9216, 5632),
  slide(2, 'Left ventricle, biopsy 2', 9216, 5632),
  slide(3, 'Left ventricle, whole slide', 30_720, 18_432),
]
