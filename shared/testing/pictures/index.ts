export { type RgbPicture, toPng, toTiff } from './encode.ts'
export { type HDabField, hDabField, type KnownObject } from './h-dab-field.ts'
export type { HDabFieldOptions } from './h-dab-layout.ts'
export { type LargeFieldOptions, largeField } from './large-field.ts'
export {
  multichannelOmeTiff,
  type OmeTiffOptions,
  type OmeTiffPicture,
  timeSeriesOmeTiff,
  twoSceneOmeTiff,
  zStackOmeTiff,
} from './ome-tiff-fields.ts'
