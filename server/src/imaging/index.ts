export { crashed, noSpace } from './decoder-errors.ts'
export { decoderVersion } from './decoder-version.ts'
export { type Further, filesOf, type ImageDescription, type ImageKind, type ProcessedImage } from './description.ts'
export { ImagingError } from './imaging-error.ts'
export { cachedTimePoints } from './original-planes.ts'
export { processImage } from './process-image.ts'
export { openPyramid, type Pyramid, type TileBytes } from './pyramid/open-pyramid.ts'
export { readLabelMask } from './read-label-mask.ts'
export {
  type OrderedFormat,
  type PictureOrder,
  pictureFormats,
  type Rectangle,
  type ShownChannel,
} from './render/order.ts'
export { PictureRenderer, RendererBusy } from './render/picture-renderer.ts'
export { allocateSamples, type Samples, type SampleType, uint8, uint16, uint32 } from './sample-type.ts'
export { sniff } from './sniff.ts'
export { writeGreyPng } from './write/grey-png.ts'
export { type GreyPages, writePageTiff } from './write/page-tiff.ts'
