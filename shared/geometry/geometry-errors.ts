import type { ErrorCode } from '@lamella/shared/contract'

/** A geometry that cannot be stored, with the code and the sentence of the error answer. */
export abstract class GeometryError extends Error {
  abstract readonly code: ErrorCode

  get detail(): string {
    return this.message
  }
}

/** A line without length, or a polygon without area (D3-8-40). */
export class GeometryMinSizeError extends GeometryError {
  override readonly name = 'GeometryMinSizeError'
  readonly code = 'ERR_7003'

  constructor() {
    super('The shape is too small: a line needs a length, and an area needs at least three corners.')
  }
}

/** A geometry other than a point, a line, a polygon or several polygons (D3-8-41). */
export class UnknownGeometryTypeError extends GeometryError {
  override readonly name = 'UnknownGeometryTypeError'
  readonly code = 'ERR_7004'

  constructor(type: string) {
    super(`The type ${type.slice(0, 40)} is not known. Use POINT, LINESTRING, POLYGON or MULTIPOLYGON.`)
  }
}

/** A region of interest that is a point or a line. */
export class RegionWithoutAreaError extends GeometryError {
  override readonly name = 'RegionWithoutAreaError'
  readonly code = 'ERR_7004'

  constructor() {
    super('A region of interest is an area. Use POLYGON or MULTIPOLYGON.')
  }
}

/** A text that is no WKT, or has a coordinate that is no number. */
export class MalformedGeometryError extends GeometryError {
  override readonly name = 'MalformedGeometryError'
  readonly code = 'ERR_7005'

  constructor() {
    super('The geometry cannot be read: it is not well-known text with finite coordinates.')
  }
}

/** An outline that crosses itself more often than it has corners, and than 1,000 times: it encloses nothing that anybody meant. */
export class GeometryTangledError extends GeometryError {
  override readonly name = 'GeometryTangledError'
  readonly code = 'ERR_7008'

  constructor() {
    super('The outline crosses itself too often.')
  }
}

/** A geometry that does not lie on its image. */
export class GeometryOutsideError extends GeometryError {
  override readonly name = 'GeometryOutsideError'
  readonly code = 'ERR_7006'

  constructor() {
    super('The shape lies outside the image.')
  }
}
