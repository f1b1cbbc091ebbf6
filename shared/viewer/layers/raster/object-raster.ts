import { boxOf } from '@lamella/shared/geometry'
import type RenderEvent from 'ol/render/Event.js'
import { multiply } from 'ol/transform.js'
import type { ViewerObject } from '../viewer-object.ts'
import { colorNumber, columnsOf } from './object-columns.ts'
import type { RasterPlane } from './raster-objects.ts'
import type { RasterAnswer, RasterCall } from './raster-worker.ts'
import { keyOf, lengthOf, type SquarePlace, Squares, side, squaresIn } from './squares.ts'

/** Squares that a worker is asked for at a time: more of them could not be taken back when the view moves on. */
const mostAsked = 2
/** Objects that are told to the worker at a time: it begins while the page makes the next ones ready, which moves on in between. */
const slice = 4000

/**
 * Draws many objects over the picture: in a worker, as squares that stay until something in them changes. Until a square is there what is
 * left of coarser or finer ones, or of what was there before the change, stands in for it.
 */
export class ObjectRaster {
  readonly #worker: Worker
  readonly #squares = new Squares()
  readonly #size: { width: number; height: number }
  readonly #render: () => void
  readonly #slots = new Map<string, number>()
  readonly #objects = new Map<string, ViewerObject>()
  /** Of the squares that are asked for. */
  readonly #asked = new Map<string, { place: SquarePlace; change: number; epoch: number }>()
  #wanted: SquarePlace[] = []
  /** Objects that the worker is still to be told. */
  #untold: readonly ViewerObject[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #nextSlot = 0
  /** Counts changes: a square that was asked for before one may not show it. */
  #change = 0
  /** Counts what makes all squares useless. */
  #epoch = 0
  #filled = false
  #plane: RasterPlane = { scene: 0, t: 0, z: null }
  #ratio = 1
  #isWhole = false

  /**
   * @param size - of the image, pixels
   * @param render - has the map drawn again
   * @param onFailure - called once, where the browser has no such worker
   */
  constructor(size: { width: number; height: number }, render: () => void, onFailure: () => void) {
    this.#size = size
    this.#render = render
    this.#worker = new Worker(new URL('./raster-worker.ts', import.meta.url))
    this.#worker.onmessage = ({ data }: MessageEvent<RasterAnswer>) => this.#take(data)
    this.#worker.onerror = onFailure
  }

  /** Whether all that is visible is drawn as it is now. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Draws these objects, by the difference to those before. */
  setObjects(objects: ReadonlyMap<string, ViewerObject>): void {
    while (this.#untold.length > 0) this.#tellSome()
    const gone: ViewerObject[] = []
    const put: ViewerObject[] = []
    const colored: ViewerObject[] = []
    for (const object of this.#objects.values()) if (!objects.has(object.id)) gone.push(object)
    for (const object of objects.values()) {
      const before = this.#objects.get(object.id)
      if (before === object) continue
      const isSame =
        before?.geometry === object.geometry &&
        before.scene === object.scene &&
        before.z === object.z &&
        before.t === object.t
      if (!isSame) put.push(object)
      else if (before.color !== object.color) colored.push(object)
      if (before && !isSame) this.#outdate([before])
      this.#objects.set(object.id, object)
    }
    if (gone.length > 0) this.#remove(gone)
    if (put.length > 0) this.#put(put)
    if (colored.length > 0) {
      this.#tell({
        what: 'color',
        slots: Uint32Array.from(colored, ({ id }) => this.#slots.get(id) ?? 0),
        colors: Uint32Array.from(colored, ({ color }) => colorNumber(color)),
      })
    }
    this.#outdate([...gone, ...put, ...colored])
  }

  setFilled(filled: boolean): void {
    if (filled === this.#filled) return
    this.#filled = filled
    this.#outdateAll()
  }

  /** Highlights objects in place of those before. */
  select(ids: readonly string[]): void {
    this.#tell({ what: 'select', slots: ids.flatMap((id) => this.#slots.get(id) ?? []) })
    this.#outdateAll()
  }

  /** Draws into the canvas of a layer, below its features. */
  draw({ context, frameState, inversePixelTransform }: RenderEvent, plane: RasterPlane): void {
    if (!context || !frameState || !inversePixelTransform || !('drawImage' in context)) return
    this.#showPlane(plane, frameState.pixelRatio)
    const { extent = [], viewState, pixelRatio } = frameState
    const [left = 0, bottom = 0, right = 0, top = 0] = extent ?? []
    const resolution = viewState.resolution / pixelRatio
    const { visible, ahead } = squaresIn([left, -top, right, -bottom], resolution, this.#size)
    // From coordinates of the map, whose y goes upwards, through CSS pixels to those of the canvas.
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(
      [...inversePixelTransform],
      frameState.coordinateToPixelTransform,
    )
    context.save()
    const missing = visible.filter((place) => !this.#squares.draw(context, place, [a, b, -c, -d, e, f]))
    context.restore()
    this.#isWhole = missing.length === 0
    this.#wanted = this.#isWhole ? ahead.filter((place) => !this.#squares.isFresh(place)) : missing
    this.#ask()
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#worker.terminate()
    this.#squares.clear()
  }

  #put(objects: readonly ViewerObject[]): void {
    for (const { id } of objects) {
      if (this.#slots.has(id)) continue
      this.#slots.set(id, this.#nextSlot)
      this.#nextSlot += 1
    }
    this.#untold = objects
    this.#tellSome()
  }

  #tellSome(): void {
    clearTimeout(this.#timer)
    const some = this.#untold.slice(0, slice)
    this.#untold = this.#untold.slice(slice)
    const columns = columnsOf(some, ({ id }) => this.#slots.get(id) ?? 0)
    const transfer = Object.values(columns).map(({ buffer }) => buffer as ArrayBuffer)
    this.#tell({ what: 'put', columns }, transfer)
    if (this.#untold.length > 0) this.#timer = setTimeout(() => this.#tellSome())
    else this.#ask()
  }

  #remove(objects: readonly ViewerObject[]): void {
    this.#tell({ what: 'remove', slots: Uint32Array.from(objects, ({ id }) => this.#slots.get(id) ?? 0) })
    for (const { id } of objects) {
      this.#slots.delete(id)
      this.#objects.delete(id)
    }
  }

  #tell(call: RasterCall, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(call, { transfer })
  }

  #outdate(objects: readonly ViewerObject[]): void {
    if (objects.length === 0) return
    if (objects.length > 200) this.#outdateAll()
    else {
      this.#change += 1
      for (const { geometry } of objects) this.#squares.outdate(boxOf(geometry))
      this.#isWhole = false
      this.#render()
    }
  }

  #outdateAll(): void {
    this.#change += 1
    this.#squares.outdate(null)
    this.#isWhole = false
    this.#render()
  }

  #showPlane(plane: RasterPlane, ratio: number): void {
    const { scene, t, z } = this.#plane
    if (plane.scene === scene && plane.t === t && plane.z === z && ratio === this.#ratio) return
    const isOther = ratio !== this.#ratio || [...this.#objects.values()].some((one) => one.z !== null || one.t !== null)
    this.#plane = plane
    this.#ratio = ratio
    if (!isOther && plane.scene === scene) return
    // Objects of another plane are not to be seen, not even for a moment.
    this.#epoch += 1
    this.#squares.clear()
  }

  #ask(): void {
    if (this.#untold.length > 0) return
    for (const place of this.#wanted) {
      if (this.#asked.size >= mostAsked) return
      const key = keyOf(place)
      if (this.#asked.has(key)) continue
      this.#asked.set(key, { place, change: this.#change, epoch: this.#epoch })
      const [length, resolution] = [lengthOf(place.z), 2 ** place.z]
      const square = {
        ...{ left: place.x * length, top: place.y * length, resolution, side },
        ...{ ratio: this.#ratio, filled: this.#filled },
      }
      this.#tell({ what: 'draw', key, square, plane: this.#plane })
    }
  }

  #take({ key, picture }: RasterAnswer): void {
    const asked = this.#asked.get(key)
    this.#asked.delete(key)
    // Of another plane, where there is none any more.
    if (asked && asked.epoch === this.#epoch) this.#squares.put(asked.place, picture, asked.change === this.#change)
    else picture.close()
    this.#render()
  }
}
