export { type RgbPicture, toJpeg, toPng, toTiff, toWebp } from './encode.ts'
export { type HDabField, type HDabFieldOptions, hDabField, type KnownObject } from './h-dab-field.ts'
export { type LargeFieldOptions, largeField } from './large-field.ts'
export {
  multichannelOmeTiff,
  type OmeTiffOptions,
  type OmeTiffPicture,
  timeSeriesOmeTiff,
  zStackOmeTiff,
} from './ome-tiff-fields.ts'
