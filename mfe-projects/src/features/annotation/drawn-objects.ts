import type { Annotation, AnnotationChange } from '@lamella/shared/contract'
import { areaOf, type Geometry, geometryOfWkt } from '@lamella/shared/geometry'
import { labelColors } from '@lamella/shared/ui'
import type { ViewerObject } from '@lamella/shared/viewer'

/** An annotation as the viewer shows it. */
export interface DrawnObject extends ViewerObject {
  /** Null: the server has not numbered it yet. */
  no: number | null
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

/** Of objects without a label. */
const color = labelColors[0]

const objectOf = ({ id, no, geometry, scene, z, timeSeriesStep, ownerName }: Annotation): DrawnObject => {
  const shape = geometryOfWkt(geometry)
  return { id, no, geometry: shape, color, area: areaOf(shape), scene, z, t: timeSeriesStep, ownerName }
}

type Creation = Extract<AnnotationChange, { act: 'create' }>

const createdBy =
  (ownerName: string) =>
  ({ id, geometry, scene = 0, z = null, t = null }: Creation): DrawnObject => {
    const shape = geometryOfWkt(geometry)
    return { id, no: null, geometry: shape, color, area: areaOf(shape), scene, z, t, ownerName }
  }

/**
 * Makes the objects that are shown: those of the server with the changes that it may not have yet. An object that did not change is the same
 * one as before, so that layers and rows are not drawn anew.
 */
export const objectReader = () => {
  let known = new WeakMap<Annotation | AnnotationChange, DrawnObject>()
  /** As each object was last, for one that comes back. */
  const last = new Map<string, DrawnObject>()
  let of: string | null = null
  const remembered = <T extends Annotation | AnnotationChange>(one: T, make: (one: T) => DrawnObject): DrawnObject => {
    const before = known.get(one)
    if (before) return before
    const object = make(one)
    known.set(one, object)
    return object
  }
  /** @param ownerName - of the user, who has made the changes */
  return (stored: readonly Annotation[], changes: readonly AnnotationChange[], ownerName: string): DrawnObject[] => {
    if (ownerName !== of) known = new WeakMap()
    of = ownerName
    const objects = new Map(stored.map((one) => [one.id, remembered(one, objectOf)]))
    for (const change of changes) {
      const { id } = change
      const now = objects.get(id)
      if (change.act === 'create' && !now) objects.set(id, remembered(change, createdBy(ownerName)))
      else if (change.act === 'delete' && now) {
        last.set(id, now)
        objects.delete(id)
      } else if (change.act === 'restore' && !now) {
        const before = last.get(id)
        if (before) objects.set(id, before)
      }
    }
    return [...objects.values()]
  }
}
