import { geoJSONToWkt, wktToGeoJSON } from 'betterknown'
import { type Geometry, type Position, positionsOf, type Ring } from './geometry.ts'
import { GeometryMinSizeError, MalformedGeometryError, UnknownGeometryTypeError } from './geometry-errors.ts'

const known: readonly string[] = ['POINT', 'LINESTRING', 'POLYGON', 'MULTIPOLYGON']

/** The first two numbers of a position: heights and measures are left out. */
const plane = ([x = Number.NaN, y = Number.NaN]: readonly number[]): Position => [x, y]
const ring = (positions: readonly number[][]): Ring => {
  const [first, ...rest] = positions.map(plane)
  const last = rest.at(-1)
  if (!first || !last) return first ? [first] : []
  const isClosed = first[0] === last[0] && first[1] === last[1]
  return isClosed ? [first, ...rest] : [first, ...rest, [...first]]
}

/** Whether the bracket that opens first is closed by the last character: the parser passes over what comes after a geometry. */
const endsWithIt = (text: string): boolean => {
  let depth = 0
  for (let at = text.indexOf('('); at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(at + 1).trim() === ''
  }
  return depth === 0
}

const parse = (text: string): ReturnType<typeof wktToGeoJSON> => {
  if (!endsWithIt(text)) throw new MalformedGeometryError()
  try {
    return wktToGeoJSON(text)
  } catch {
    throw new MalformedGeometryError()
  }
}

const fromGeoJson = (text: string): Geometry => {
  const parsed = parse(text)
  // EMPTY: there is nothing in it.
  if (parsed === null) throw new GeometryMinSizeError()
  if (parsed.type === 'Point') return { type: 'Point', coordinates: plane(parsed.coordinates) }
  if (parsed.type === 'LineString') return { type: 'LineString', coordinates: parsed.coordinates.map(plane) }
  if (parsed.type === 'Polygon') return { type: 'Polygon', coordinates: parsed.coordinates.map(ring) }
  if (parsed.type === 'MultiPolygon') {
    return { type: 'MultiPolygon', coordinates: parsed.coordinates.map((rings) => rings.map(ring)) }
  }
  throw new UnknownGeometryTypeError(parsed.type)
}

/**
 * Reads well-known text (OGC 06-103r4 §7) in pixels of the image. Rings that are open are closed; a third or fourth coordinate is left out.
 * @throws UnknownGeometryTypeError, GeometryMinSizeError for an empty geometry, MalformedGeometryError
 */
export const geometryOfWkt = (text: string): Geometry => {
  const [type = ''] = /[a-z]+/i.exec(text) ?? []
  if (!known.includes(type.toUpperCase())) throw new UnknownGeometryTypeError(type || text)
  const geometry = fromGeoJson(text)
  if (positionsOf(geometry).length === 0) throw new GeometryMinSizeError()
  if (positionsOf(geometry).some(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y)))
    throw new MalformedGeometryError()
  return geometry
}

/** Well-known text of a geometry, such as `POLYGON ((0 0,4 0,4 3,0 0))`. */
export const wktOf = (geometry: Geometry): string => geoJSONToWkt(geometry) ?? ''
