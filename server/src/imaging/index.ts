export { channelColour } from './channel-colours.ts'
export {
  type ChannelDescription,
  channelDescriptionSchema,
  type ImageDescription,
  type ImageKind,
  imageDescriptionSchema,
  imageKinds,
  TILE_SIZE,
} from './description.ts'
export { ImagingError, type ImagingReason, imagingReasons } from './imaging-error.ts'
export { defaultLimits, type ImagingLimits } from './limits.ts'
export { type ProcessImageInput, processImage } from './process-image.ts'
export {
  openPyramid,
  type Pyramid,
  type PyramidLevel,
  type PyramidTable,
  pyramidFromTable,
  type TileBytes,
} from './pyramid/open-pyramid.ts'
export { fileRangeReader, type RangeReader } from './range-reader.ts'
export { SNIFF_BYTES, type SniffedFormat, sniff } from './sniff.ts'
