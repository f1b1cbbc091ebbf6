import type { Geometry, GeometryType, Position, Ring } from './geometry.ts'

/*
 * A geometry in few bytes, exactly: its coordinates are whole numbers of steps of 1, 0.1, 0.01 or 0.001 px, whichever is the coarsest that
 * loses nothing, and otherwise doubles. The first byte is the type, plus 4 × the number of decimals (7: doubles). Numbers are varints
 * (LEB128), signed ones in zigzag; positions are differences from the position before. Rings are stored without the position that closes them.
 *
 *   Point        x y
 *   LineString   positions, then each
 *   Polygon      rings, then of each: positions, then each
 *   MultiPolygon polygons, then each as a polygon
 */

const types: readonly GeometryType[] = ['Point', 'LineString', 'Polygon', 'MultiPolygon']
const asDoubles = 7
const mostDecimals = 3

class Writer {
  #bytes = new Uint8Array(256)
  #at = 0
  #last: Position = [0, 0]
  readonly #decimals: number

  constructor(decimals: number) {
    this.#decimals = decimals
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#at)
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#bytes.length) return
    const larger = new Uint8Array(2 * this.#bytes.length + size)
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#at++] = value
  }

  /** @param value - a whole number from 0 to 2^53 */
  varint(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.byte((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.byte(rest)
  }

  position([x, y]: Position): void {
    if (this.#decimals === asDoubles) {
      this.#reserve(16)
      const view = new DataView(this.#bytes.buffer)
      view.setFloat64(this.#at, x, true)
      view.setFloat64(this.#at + 8, y, true)
      this.#at += 16
      return
    }
    const scale = 10 ** this.#decimals
    const [stepX, stepY] = [Math.round(x * scale), Math.round(y * scale)]
    const [lastX, lastY] = this.#last
    for (const step of [stepX - lastX, stepY - lastY]) this.varint(step < 0 ? -2 * step - 1 : 2 * step)
    this.#last = [stepX, stepY]
  }

  line(positions: readonly Position[]): void {
    this.varint(positions.length)
    for (const position of positions) this.position(position)
  }

  polygon(rings: readonly Ring[]): void {
    this.varint(rings.length)
    for (const ring of rings) this.line(ring.slice(0, -1))
  }
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #decimals: number
  #at: number
  #last: Position = [0, 0]

  constructor(bytes: Uint8Array, at: number, decimals: number) {
    this.#bytes = bytes
    this.#at = at
    this.#decimals = decimals
  }

  varint(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('The bytes of a geometry end too early')
      value += (byte % 128) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }

  #step(): number {
    const value = this.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  position(): Position {
    if (this.#decimals === asDoubles) {
      const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset)
      const at = this.#at
      this.#at += 16
      return [view.getFloat64(at, true), view.getFloat64(at + 8, true)]
    }
    const [lastX, lastY] = this.#last
    this.#last = [lastX + this.#step(), lastY + this.#step()]
    const scale = 10 ** this.#decimals
    return [this.#last[0] / scale, this.#last[1] / scale]
  }

  line(): Position[] {
    return Array.from({ length: this.varint() }, () => this.position())
  }

  polygon(): Ring[] {
    return Array.from({ length: this.varint() }, () => {
      const ring = this.line()
      const [first] = ring
      return first ? [...ring, [...first] as Position] : ring
    })
  }
}

const isExact = (value: number, decimals: number): boolean => {
  const scale = 10 ** decimals
  const steps = Math.round(value * scale)
  return Math.abs(steps) < 2 ** 50 && steps / scale === value
}

/** The decimals that all coordinates have at most; more than `mostDecimals` are stored as doubles. */
const decimalsOf = (geometry: Geometry): number => {
  const values = (geometry.coordinates as unknown[]).flat(3) as number[]
  for (let decimals = 0; decimals <= mostDecimals; decimals++) {
    if (values.every((value) => isExact(value, decimals))) return decimals
  }
  return asDoubles
}

/** The bytes of a geometry, from which `geometryOfShape` makes the same one again. */
export const shapeOf = (geometry: Geometry): Uint8Array => {
  const decimals = decimalsOf(geometry)
  const writer = new Writer(decimals)
  writer.byte(types.indexOf(geometry.type) + 4 * decimals)
  if (geometry.type === 'Point') writer.position(geometry.coordinates)
  else if (geometry.type === 'LineString') writer.line(geometry.coordinates)
  else if (geometry.type === 'Polygon') writer.polygon(geometry.coordinates)
  else {
    writer.varint(geometry.coordinates.length)
    for (const rings of geometry.coordinates) writer.polygon(rings)
  }
  return writer.bytes
}

/** The geometry of bytes that `shapeOf` has made. @throws RangeError when they are damaged */
export const geometryOfShape = (bytes: Uint8Array): Geometry => {
  const [head = 0] = bytes
  const reader = new Reader(bytes, 1, head >> 2)
  const type = types[head & 3]
  if (type === 'Point') return { type, coordinates: reader.position() }
  if (type === 'LineString') return { type, coordinates: reader.line() }
  if (type === 'Polygon') return { type, coordinates: reader.polygon() }
  return { type: 'MultiPolygon', coordinates: Array.from({ length: reader.varint() }, () => reader.polygon()) }
}
