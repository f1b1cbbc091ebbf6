import { everywhere, type ObjectColumns } from './object-columns.ts'

/** An object in the worker: where it is in its columns, and its box in pixels of the image. */
export interface RasterObject {
  minX: number
  minY: number
  maxX: number
  maxY: number
  /** px², without holes. */
  area: number
  color: number
  isSelected: boolean
  of: ObjectColumns
  /** Place in `of`. */
  at: number
}

/** What is shown: objects of other scenes, planes and time points are left out. */
export interface RasterPlane {
  scene: number
  t: number
  /** Null: all of them, as in the maximum. */
  z: number | null
}

/** Numbers of the first and the last part + 1 of an object. */
export const partsOf = ({ of, at }: RasterObject): [from: number, to: number] => [
  at === 0 ? 0 : (of.partEnds[at - 1] ?? 0),
  of.partEnds[at] ?? 0,
]

const objectOf = (of: ObjectColumns, at: number): RasterObject => {
  const { places, placeEnds, partEnds } = of
  const object = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity, area: 0 }
  let doubled = 0
  const first = at === 0 ? 0 : (partEnds[at - 1] ?? 0)
  for (let part = first; part < (partEnds[at] ?? 0); part += 1) {
    const from = part === 0 ? 0 : 2 * (placeEnds[part - 1] ?? 0)
    const to = 2 * (placeEnds[part] ?? 0)
    let beforeX = places[to - 2] ?? 0
    let beforeY = places[to - 1] ?? 0
    for (let place = from; place < to; place += 2) {
      const x = places[place] ?? 0
      const y = places[place + 1] ?? 0
      if (x < object.minX) object.minX = x
      if (x > object.maxX) object.maxX = x
      if (y < object.minY) object.minY = y
      if (y > object.maxY) object.maxY = y
      doubled += beforeX * y - x * beforeY
      beforeX = x
      beforeY = y
    }
  }
  return { ...object, area: Math.abs(doubled) / 2, color: of.colors[at] ?? 0, isSelected: false, of, at }
}

/** The objects that a worker draws. They are looked through for each square: a tree of them takes longer to make than it saves. */
export class RasterObjects {
  readonly #bySlot = new Map<number, RasterObject>()
  #selected: readonly number[] = []

  /** Adds objects, in place of those of the same numbers. */
  put(columns: ObjectColumns): void {
    for (const [at, slot] of columns.slots.entries()) this.#bySlot.set(slot, objectOf(columns, at))
    this.select(this.#selected)
  }

  remove(slots: Iterable<number>): void {
    for (const slot of slots) this.#bySlot.delete(slot)
  }

  /** Gives objects other colours. */
  color(slots: Uint32Array, colors: Uint32Array): void {
    for (const [at, slot] of slots.entries()) {
      const object = this.#bySlot.get(slot)
      if (object) object.color = colors[at] ?? 0
    }
  }

  /** Highlights objects in place of those before. */
  select(slots: readonly number[]): void {
    for (const [all, isSelected] of [
      [this.#selected, false],
      [slots, true],
    ] as const) {
      for (const slot of all) {
        const object = this.#bySlot.get(slot)
        if (object) object.isSelected = isSelected
      }
    }
    this.#selected = slots
  }

  /** Objects of a plane whose boxes meet another one. */
  within(box: Pick<RasterObject, 'minX' | 'minY' | 'maxX' | 'maxY'>, { scene, t, z }: RasterPlane): RasterObject[] {
    const isOn = (own: number | undefined, shown: number | null): boolean =>
      own === everywhere || shown === null || own === shown
    const found: RasterObject[] = []
    for (const object of this.#bySlot.values()) {
      if (object.minX > box.maxX || object.maxX < box.minX || object.minY > box.maxY || object.maxY < box.minY) continue
      const { of, at } = object
      if (of.scenes[at] === scene && isOn(of.planes[at], z) && isOn(of.times[at], t)) found.push(object)
    }
    return found
  }
}
