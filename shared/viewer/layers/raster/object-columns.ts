import { type Geometry, type Position, polygonsOf } from '@lamella/shared/geometry'

/** What is drawn of an object: `parts` has one position of a point, the positions of a line, or the rings of areas. */
export const kinds = { point: 0, line: 1, area: 2 } as const

/** Of objects without a colour, in `colors`. */
export const colorless = 0xff_ff_ff_ff

/** Stands for all Z planes or time points, in `planes` and `times`. */
export const everywhere = -1

/** Objects as columns, which a worker is given without being copied. */
export interface ObjectColumns {
  /** Numbers of the objects. */
  slots: Uint32Array
  /** 0xRRGGBB, or `colorless`. */
  colors: Uint32Array
  scenes: Uint16Array
  planes: Int32Array
  times: Int32Array
  /** Of `kinds`. */
  kinds: Uint8Array
  /** Per object: the number of its last part + 1. */
  partEnds: Uint32Array
  /** Per part: the number of its last position + 1. */
  placeEnds: Uint32Array
  /** x and y in turn, pixels of the image. Outlines turn one way and holes the other; rings are not closed. */
  places: Float32Array
}

/** An object as it is drawn from columns. */
export interface ColumnObject {
  geometry: Geometry
  /** `#rrggbb`; null: none. */
  color: string | null
  scene: number
  z: number | null
  t: number | null
}

const kindOf = ({ type }: Geometry): number =>
  type === 'Point' ? kinds.point : type === 'LineString' ? kinds.line : kinds.area

/** A colour as a number, 0xRRGGBB; `colorless` for null. */
export const colorNumber = (color: string | null): number =>
  color === null ? colorless : Number.parseInt(color.slice(1), 16)

/** Columns that are filled from the beginning. Corners are read by their indices: taking each apart as a pair takes several times as long. */
class Writer {
  readonly columns: ObjectColumns
  #part = 0
  #place = 0

  constructor(objects: number, parts: number, places: number) {
    this.columns = {
      slots: new Uint32Array(objects),
      colors: new Uint32Array(objects),
      scenes: new Uint16Array(objects),
      planes: new Int32Array(objects),
      times: new Int32Array(objects),
      kinds: new Uint8Array(objects),
      partEnds: new Uint32Array(objects),
      placeEnds: new Uint32Array(parts),
      places: new Float32Array(2 * places),
    }
  }

  /** The number of the last part that was written + 1. */
  get partEnd(): number {
    return this.#part
  }

  line(line: readonly Position[]): void {
    this.#write(line, line.length)
  }

  /** Without its last position; turned as an outline or as a hole has to be. */
  ring(ring: readonly Position[], isOutline: boolean): void {
    const from = 2 * this.#place
    this.#write(ring, ring.length - 1)
    const to = 2 * this.#place
    const { places } = this.columns
    let doubled = 0
    for (let at = from; at < to; at += 2) {
      const next = at + 2 < to ? at + 2 : from
      doubled += (places[at] ?? 0) * (places[next + 1] ?? 0) - (places[next] ?? 0) * (places[at + 1] ?? 0)
    }
    if (doubled > 0 !== isOutline) turn(places.subarray(from, to))
  }

  #write(positions: readonly Position[], count: number): void {
    const { places, placeEnds } = this.columns
    let to = 2 * this.#place
    for (let at = 0; at < count; at += 1) {
      const position = positions[at]
      places[to] = position?.[0] ?? 0
      places[to + 1] = position?.[1] ?? 0
      to += 2
    }
    this.#place += count
    placeEnds[this.#part] = this.#place
    this.#part += 1
  }
}

/** Exchanges the order of positions. */
const turn = (places: Float32Array): void => {
  for (let [low, high] = [0, places.length - 2]; low < high; low += 2, high -= 2) {
    const [x = 0, y = 0] = [places[low], places[low + 1]]
    places[low] = places[high] ?? 0
    places[low + 1] = places[high + 1] ?? 0
    places[high] = x
    places[high + 1] = y
  }
}

const lineOf = (geometry: Geometry): readonly Position[] =>
  geometry.type === 'Point' ? [geometry.coordinates] : geometry.type === 'LineString' ? geometry.coordinates : []

const writerFor = (objects: readonly ColumnObject[]): Writer => {
  let [parts, places] = [0, 0]
  for (const { geometry } of objects) {
    if (kindOf(geometry) !== kinds.area) {
      parts += 1
      places += lineOf(geometry).length
      continue
    }
    for (const rings of polygonsOf(geometry)) {
      parts += rings.length
      for (const ring of rings) places += ring.length - 1
    }
  }
  return new Writer(objects.length, parts, places)
}

/** Writes objects into columns, each with its slot. */
export const columnsOf = <T extends ColumnObject>(
  objects: readonly T[],
  slotOf: (object: T) => number,
): ObjectColumns => {
  const writer = writerFor(objects)
  const { columns } = writer
  for (const [at, object] of objects.entries()) {
    const { geometry, color, scene, z, t } = object
    columns.slots[at] = slotOf(object)
    columns.colors[at] = colorNumber(color)
    columns.scenes[at] = scene
    columns.planes[at] = z ?? everywhere
    columns.times[at] = t ?? everywhere
    columns.kinds[at] = kindOf(geometry)
    if (columns.kinds[at] === kinds.area) {
      for (const rings of polygonsOf(geometry)) {
        for (const [index, ring] of rings.entries()) writer.ring(ring, index === 0)
      }
    } else writer.line(lineOf(geometry))
    columns.partEnds[at] = writer.partEnd
  }
  return columns
}
