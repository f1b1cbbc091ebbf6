/** The formats that are told apart, as images show them (`ImageDescription.format`); docs/formats.md has what was tested of each. */
export const imageFamilies = [
  'Aperio SVS',
  'BMP',
  'BigTIFF',
  'DICOM',
  'DICOM slide',
  'Hamamatsu NDPI',
  'ImageJ TIFF',
  'JPEG',
  'JPEG 2000',
  'Leica SCN',
  'MetaMorph STK',
  'MetaMorph TIFF',
  'OME-TIFF',
  'OME-Zarr 0.4',
  'OME-Zarr 0.5',
  'PNG',
  'PerkinElmer QPTIFF',
  'TIFF',
  'Whole-slide image',
  'Zeiss CZI',
] as const

/** A format as it is shown. Descriptions that were stored by earlier versions may have other names. */
export type ImageFamily = (typeof imageFamilies)[number]
