export type { ImageDescription, ImageKind } from './description.ts'
export { ImagingError } from './imaging-error.ts'
export { processImage } from './process-image.ts'
export { openPyramid, type Pyramid, type TileBytes } from './pyramid/open-pyramid.ts'
