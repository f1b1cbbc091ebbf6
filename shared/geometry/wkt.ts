import { type Geometry, type Position, polygonsOf, positionsOf, type Ring } from './geometry.ts'
import { GeometryMinSizeError, MalformedGeometryError, UnknownGeometryTypeError } from './geometry-errors.ts'

const types = new Map<string, Geometry['type']>([
  ['POINT', 'Point'],
  ['LINESTRING', 'LineString'],
  ['POLYGON', 'Polygon'],
  ['MULTIPOLYGON', 'MultiPolygon'],
])

/** A decimal number as other programs write it. */
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Reads text piece by piece. Strictly, and so not with a library: those that exist take `12,5` for 12 and `0x10` for 0, and a wrong coordinate
 * is worse than a refused one.
 */
class Reader {
  readonly #pieces: Iterator<RegExpExecArray, undefined>
  #next: string | undefined

  constructor(text: string) {
    this.#pieces = text.matchAll(/[(),]|[^\s(),]+/g) as Iterator<RegExpExecArray, undefined>
    this.#step()
  }

  #step(): void {
    this.#next = this.#pieces.next().value?.[0]
  }

  get next(): string | undefined {
    return this.#next
  }

  take(): string {
    const piece = this.#next
    if (piece === undefined) throw new MalformedGeometryError()
    this.#step()
    return piece
  }

  /** `( item, item, … )` */
  list<T>(item: () => T): T[] {
    if (this.take() !== '(') throw new MalformedGeometryError()
    const items = [item()]
    for (;;) {
      const piece = this.take()
      if (piece === ')') return items
      if (piece !== ',') throw new MalformedGeometryError()
      items.push(item())
    }
  }

  /** Two to four numbers, of which the first two lie in the plane. */
  position = (): Position => {
    const values: number[] = []
    while (this.#next !== undefined && !['(', ')', ','].includes(this.#next)) {
      const piece = this.take()
      const value = number.test(piece) ? Number(piece) : Number.NaN
      // −0 is 0, as the bytes of a geometry have it.
      values.push(value + 0)
    }
    const [x, y] = values
    const isWhole = values.length <= 4 && values.every(Number.isFinite)
    if (x === undefined || y === undefined || !isWhole) throw new MalformedGeometryError()
    return [x, y]
  }

  ring = (): Ring => {
    const positions = this.list(this.position)
    const [first, last] = [positions[0], positions.at(-1)]
    const isClosed = first && last && positions.length > 1 && first[0] === last[0] && first[1] === last[1]
    return isClosed || !first ? positions : [...positions, [...first]]
  }

  polygon = (): Ring[] => this.list(this.ring)
}

const readAs = (reader: Reader, type: Geometry['type']): Geometry => {
  if (type === 'LineString') return { type, coordinates: reader.list(reader.position) }
  if (type === 'Polygon') return { type, coordinates: reader.polygon() }
  if (type === 'MultiPolygon') return { type, coordinates: reader.list(reader.polygon) }
  const [coordinates, other] = reader.list(reader.position)
  if (!coordinates || other) throw new MalformedGeometryError()
  return { type, coordinates }
}

/**
 * Reads well-known text (OGC 06-103r4, simple feature access) in pixels of the image. Rings that are open are closed; a third or fourth coordinate is left out.
 * @throws UnknownGeometryTypeError, GeometryMinSizeError for an empty geometry, MalformedGeometryError
 */
export const geometryOfWkt = (text: string): Geometry => {
  const reader = new Reader(text)
  const name = reader.next ?? ''
  const type = types.get(name.toUpperCase())
  if (!type) throw new UnknownGeometryTypeError(name)
  reader.take()
  if (/^(z|m|zm)$/i.test(reader.next ?? '')) reader.take()
  if (/^empty$/i.test(reader.next ?? '')) throw new GeometryMinSizeError()
  const geometry = readAs(reader, type)
  if (reader.next !== undefined) throw new MalformedGeometryError()
  return geometry
}

const placeText = ([x, y]: Position): string => `${x} ${y}`
const lineText = (positions: readonly Position[]): string => `(${positions.map(placeText).join(',')})`
const polygonText = (rings: readonly Ring[]): string => `(${rings.map(lineText).join(',')})`

/** Well-known text of a geometry, such as `POLYGON ((0 0,4 0,4 3,0 0))`. */
export const wktOf = (geometry: Geometry): string => {
  const name = geometry.type.toUpperCase()
  if (geometry.type === 'MultiPolygon') return `${name} (${polygonsOf(geometry).map(polygonText).join(',')})`
  if (geometry.type === 'Polygon') return `${name} ${polygonText(geometry.coordinates)}`
  return `${name} ${lineText(positionsOf(geometry))}`
}
