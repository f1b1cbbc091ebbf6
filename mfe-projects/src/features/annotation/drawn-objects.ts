import type { Annotation, Region } from '@lamella/shared/contract'
import { areaOf, type Geometry, geometryOfWkt } from '@lamella/shared/geometry'
import { geometryOfObject } from '@lamella/shared/queries/annotation-layer.ts'
import type { ViewerObject } from '@lamella/shared/viewer'
import { afterEdits, type Edit, nameOf } from './edit.ts'

/** What is stored of an image: what people have drawn on it, and its regions. */
export type StoredObject = Annotation | Region

/** An annotation as the viewer shows it, in the colour of its label; or a region of interest, which has a name. */
export interface DrawnObject extends Omit<ViewerObject, 'color'> {
  /** As it is stored: well-known text. */
  text: string
  /** Ids of its labels, some may be deleted; of a region those that it is exhaustively annotated for. */
  labels: readonly string[]
  /** Null: the server has not numbered it yet. */
  no: number | null
  /** Revision; null: that which the own last edit makes, or has made. */
  revision: number | null
  /** px²; 0 for points and lines. */
  area: number
  /** User id of who made it. */
  owner: string
  ownerName: string
}

/** Names of geometries on screen. */
export const typeNames: Record<Geometry['type'], string> = {
  Point: 'Point',
  LineString: 'Line',
  Polygon: 'Area',
  MultiPolygon: 'Areas',
}

/** Without what the geometry makes. */
type Fields = Omit<DrawnObject, 'geometry' | 'area'>

const drawnOf = (fields: Fields): DrawnObject => {
  const geometry = geometryOfWkt(fields.text)
  return { ...fields, geometry, area: areaOf(geometry) }
}

const timeOf = (object: StoredObject): number | null =>
  object.type === 'RegionOfInterest'
    ? (object.dimensionCoordinates.find(({ id }) => id === 't')?.sampleIndex ?? null)
    : object.timeSeriesStep

const labelsOf = (object: StoredObject): string[] =>
  object.type === 'RegionOfInterest' ? object.exhaustiveFor : object.labelAssignments.map(({ labelId }) => labelId)

const nameIn = (object: StoredObject): string | null => (object.type === 'RegionOfInterest' ? object.name : null)

/** What a stored object is: an annotation with labels, or a region with a name. */
export const contentOf = (object: StoredObject) => {
  const { geometry, scene, z } = object
  return { geometry, scene, z, t: timeOf(object), labels: labelsOf(object), name: nameIn(object) }
}

/** A stored object as it is drawn. */
export const objectOf = (object: StoredObject): DrawnObject => {
  const { id, no, revision, scene, z, owner, ownerName } = object
  const geometry = geometryOfObject(object)
  return {
    ...{ id, no, revision, scene, z, t: timeOf(object), labels: labelsOf(object), name: nameIn(object) },
    ...{ owner, ownerName, geometry, area: areaOf(geometry) },
    // Of few objects, so that it is not made of all of them.
    get text() {
      return object.geometry
    },
  }
}

interface User {
  id: string
  fullName: string
}

const createdBy = (user: User) => (creation: Extract<Edit, { act: 'create' }>) => {
  const { id, geometry: text, labels = [], scene = 0, z = null, t = null } = creation
  const by = { owner: user.id, ownerName: user.fullName }
  return drawnOf({ id, no: null, revision: null, text, labels, name: nameOf(creation), scene, z, t, ...by })
}

const changedBy = (edit: Edit, object: DrawnObject): DrawnObject => {
  const { text, labels, name } = object
  const after = afterEdits([edit], { geometry: text, labels, name })
  if (!after) return object
  const next = { ...object, revision: null, labels: after.labels, name: after.name, text: after.geometry }
  return after.geometry === text ? next : drawnOf(next)
}

/**
 * Makes the objects that are shown: those of the server with the edits that it may not have yet. An object that did not change is the same
 * one as before, so that layers and rows are not drawn anew.
 */
export const objectReader = () => {
  let known = new WeakMap<StoredObject | Edit, DrawnObject>()
  /** What each edit has made of an object. */
  const changed = new WeakMap<Edit, { from: DrawnObject; to: DrawnObject }>()
  /** As each object was last, for one that comes back. */
  const last = new Map<string, DrawnObject>()
  let of: User | null = null
  const remembered = <T extends StoredObject | Edit>(one: T, make: (one: T) => DrawnObject): DrawnObject => {
    const before = known.get(one)
    if (before) return before
    const object = make(one)
    known.set(one, object)
    return object
  }
  const rememberedChange = (edit: Edit, from: DrawnObject): DrawnObject => {
    const before = changed.get(edit)
    if (before?.from === from) return before.to
    const to = changedBy(edit, from)
    changed.set(edit, { from, to })
    return to
  }
  /** @param user - who has made the edits; the same object until it is another one */
  return (stored: readonly StoredObject[], edits: readonly Edit[], user: User): DrawnObject[] => {
    if (user !== of) known = new WeakMap()
    of = user
    const objects = new Map(stored.map((one) => [one.id, remembered(one, objectOf)]))
    for (const edit of edits) {
      const { id } = edit
      const now = objects.get(id)
      if (edit.act === 'create' && !now) objects.set(id, remembered(edit, createdBy(user)))
      else if (edit.act === 'change' && now) objects.set(id, rememberedChange(edit, now))
      else if (edit.act === 'delete' && now) {
        last.set(id, now)
        objects.delete(id)
      } else if (edit.act === 'restore' && !now) {
        const before = edit.deleted ? remembered(edit.deleted, objectOf) : last.get(id)
        if (before) objects.set(id, rememberedChange(edit, before))
      }
    }
    return [...objects.values()]
  }
}
