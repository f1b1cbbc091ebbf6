import { boxOf } from '@lamella/shared/geometry'
import Feature from 'ol/Feature.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import RBush from 'rbush'
import { olGeometry } from './ol-geometry.ts'
import type { ViewerObject } from './viewer-object.ts'

interface Entry {
  minX: number
  minY: number
  maxX: number
  maxY: number
  object: ViewerObject
}

const entryOf = (object: ViewerObject): Entry => {
  const [minX, top, maxX, bottom] = boxOf(object.geometry)
  return { minX, minY: -bottom, maxX, maxY: -top, object }
}

/** Finds objects by place, in coordinates of the map. It is made when something is looked for: what is only looked at needs none. */
export class ObjectIndex {
  #objects: ReadonlyMap<string, ViewerObject> = new Map()
  #entries: Map<string, Entry> | null = null
  readonly #tree = new RBush<Entry>()
  readonly #features = new WeakMap<ViewerObject, Feature<OlGeometry>>()

  /** Has these objects in place of those before. */
  set(objects: ReadonlyMap<string, ViewerObject>): void {
    this.#objects = objects
    const entries = this.#entries
    if (!entries) return
    const isGone = ({ object }: Entry): boolean => objects.get(object.id)?.geometry !== object.geometry
    const gone = [...entries.values()].filter(isGone)
    // A tree of few is sooner made anew than changed as often.
    if (gone.length > entries.size / 4) {
      this.#entries = null
      this.#tree.clear()
      return
    }
    for (const entry of gone) {
      this.#tree.remove(entry)
      entries.delete(entry.object.id)
    }
    const added: Entry[] = []
    for (const object of objects.values()) {
      const entry = entries.get(object.id)
      if (entry) entry.object = object
      else added.push(entryOf(object))
    }
    for (const entry of added) entries.set(entry.object.id, entry)
    this.#tree.load(added)
  }

  /** Objects whose boxes meet an extent. */
  objectsIn([minX = 0, minY = 0, maxX = 0, maxY = 0]: readonly number[]): ViewerObject[] {
    if (!this.#entries) {
      this.#entries = new Map([...this.#objects.values()].map((object) => [object.id, entryOf(object)]))
      this.#tree.load([...this.#entries.values()])
    }
    return this.#tree.search({ minX, minY, maxX, maxY }).map(({ object }) => object)
  }

  /** As `objectsIn`, each as a feature with its id. */
  getFeaturesInExtent(extent: readonly number[]): Feature<OlGeometry>[] {
    return this.objectsIn(extent).map((object) => this.featureOf(object))
  }

  /** The same feature each time. */
  featureOf(object: ViewerObject): Feature<OlGeometry> {
    const known = this.#features.get(object)
    if (known) return known
    const feature = new Feature(olGeometry(object.geometry))
    feature.setId(object.id)
    this.#features.set(object, feature)
    return feature
  }
}
