import type { Annotation } from '@lamella/shared/contract'
import { areaOf, type Geometry, geometryOfWkt } from '@lamella/shared/geometry'
import type { ViewerObject } from '@lamella/shared/viewer'
import { afterEdits, type Edit } from './edit.ts'

/** An annotation as the viewer shows it, in the colour of its label. */
export interface DrawnObject extends Omit<ViewerObject, 'color'> {
  /** As it is stored: well-known text. */
  text: string
  /** Ids of its labels; some may be deleted. */
  labels: readonly string[]
  /** Null: the server has not numbered it yet. */
  no: number | null
  /** Revision; null: that which the own last edit makes, or has made. */
  revision: number | null
  /** px²; 0 for points and lines. */
  area: number
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

const objectOf = ({
  id,
  no,
  revision,
  geometry,
  labelAssignments,
  scene,
  z,
  timeSeriesStep,
  ownerName,
}: Annotation) => {
  const labels = labelAssignments.map(({ labelId }) => labelId)
  return drawnOf({ id, no, revision, text: geometry, labels, scene, z, t: timeSeriesStep, ownerName })
}

const createdBy =
  (ownerName: string) =>
  ({ id, geometry, labels = [], scene = 0, z = null, t = null }: Extract<Edit, { act: 'create' }>) =>
    drawnOf({ id, no: null, revision: null, text: geometry, labels, scene, z, t, ownerName })

const changedBy = (edit: Edit, object: DrawnObject): DrawnObject => {
  const { text, labels } = object
  const after = afterEdits([edit], { geometry: text, labels })
  if (!after) return object
  const next = { ...object, revision: null, labels: after.labels, text: after.geometry }
  return after.geometry === text ? next : drawnOf(next)
}

/**
 * Makes the objects that are shown: those of the server with the edits that it may not have yet. An object that did not change is the same
 * one as before, so that layers and rows are not drawn anew.
 */
export const objectReader = () => {
  let known = new WeakMap<Annotation | Edit, DrawnObject>()
  /** What each edit has made of an object. */
  const changed = new WeakMap<Edit, { from: DrawnObject; to: DrawnObject }>()
  /** As each object was last, for one that comes back. */
  const last = new Map<string, DrawnObject>()
  let of: string | null = null
  const remembered = <T extends Annotation | Edit>(one: T, make: (one: T) => DrawnObject): DrawnObject => {
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
  /** @param ownerName - of the user, who has made the edits */
  return (stored: readonly Annotation[], edits: readonly Edit[], ownerName: string): DrawnObject[] => {
    if (ownerName !== of) known = new WeakMap()
    of = ownerName
    const objects = new Map(stored.map((one) => [one.id, remembered(one, objectOf)]))
    for (const edit of edits) {
      const { id } = edit
      const now = objects.get(id)
      if (edit.act === 'create' && !now) objects.set(id, remembered(edit, createdBy(ownerName)))
      else if (edit.act === 'change' && now) objects.set(id, rememberedChange(edit, now))
      else if (edit.act === 'delete' && now) {
        last.set(id, now)
        objects.delete(id)
      } else if (edit.act === 'restore' && !now) {
        const before = last.get(id)
        if (before) objects.set(id, rememberedChange(edit, before))
      }
    }
    return [...objects.values()]
  }
}
