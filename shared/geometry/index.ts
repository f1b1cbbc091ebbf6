/** Geometries of annotations and regions, for the portal and the server: what they are, how they are read, written and measured. */
export {
  areaOf,
  type Box,
  boxOf,
  centroidOf,
  checkSize,
  type Geometry,
  type GeometryType,
  lengthOf,
  moved,
  type Position,
  polygonsOf,
  positionsOf,
  type Ring,
} from './geometry.ts'
export { GeometryError, GeometryMinSizeError, GeometryOutsideError, RegionWithoutAreaError } from './geometry-errors.ts'
export { boxesMeet, meets } from './meets.ts'
export { previewBox } from './preview-box.ts'
export { geometryOfShape, shapeOf } from './shape.ts'
export { geometryOfWkt, wktOf } from './wkt.ts'
