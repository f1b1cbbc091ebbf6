import { boxOf, type Geometry, GeometryOutsideError, geometryOfWkt, moved, wktOf } from '@lamella/shared/geometry'
import { formatNumber } from '@lamella/shared/ui'
import type { CopiedObject } from './clipboard.ts'
import { alike, creating, together } from './commands.ts'
import type { DrawnObject } from './drawn-objects.ts'
import { notLoaded, type ShapeEdit } from './shape-edits.ts'
import type { LabelsById } from './use-labels.ts'

/** Size of an image in pixels, which copies do not leave. */
interface Size {
  width: number
  height: number
}

/** Shapes beside where they are, together: they lie to each other as before. Into the other direction where there is no room. */
const beside = (geometries: readonly Geometry[], by: number, { width, height }: Size): Geometry[] => {
  if (by === 0) return [...geometries]
  const boxes = geometries.map(boxOf)
  const step = (least: number, most: number, end: number): number =>
    Math.round((most + by <= end ? by : -Math.min(by, least)) * 100) / 100
  const right = step(Math.min(...boxes.map(([left]) => left)), Math.max(...boxes.map((box) => box[2])), width)
  const down = step(Math.min(...boxes.map(([, top]) => top)), Math.max(...boxes.map((box) => box[3])), height)
  return geometries.map((geometry) => moved(geometry, right, down))
}

/** Makes copies beside objects. @param by - pixels to the right and down */
export const duplicate = (objects: readonly DrawnObject[], by: number, size: Size): ShapeEdit => {
  const shapes = beside(
    objects.map(({ geometry }) => geometry),
    by,
    size,
  )
  const copies = objects.flatMap((object, index) => (shapes[index] ? [alike(object, shapes[index])] : []))
  return { ...together(copies), ids: copies.map(({ id }) => id), said: `${formatNumber(copies.length)} copied` }
}

/** Copies that are made in one step at most. */
const mostCopies = 10_000

/** Where an object lies, and what it covers there. */
const spotOf = ({ text, scene, z, t }: Pick<DrawnObject, 'text' | 'scene' | 'z' | 't'>): string =>
  `${scene} ${z} ${t} ${text}`

/**
 * Makes copies of objects at all other time points, where there is none yet.
 * @param there - all objects of the image
 * @param timePoints - their number
 */
export const copyToAllTimes = (
  objects: readonly DrawnObject[],
  there: readonly DrawnObject[],
  timePoints: number,
): ShapeEdit => {
  const spots = new Set(there.map(spotOf))
  const copied = objects.filter(({ t }) => t !== null)
  if (copied.length * timePoints > mostCopies) {
    return { refused: `At most ${formatNumber(mostCopies)} copies can be made at once.` }
  }
  const times = Array.from({ length: timePoints }, (_, t) => t)
  const copies = copied.flatMap((object) =>
    times
      .map((t) => ({ ...object, t }))
      .filter((copy) => !spots.has(spotOf(copy)))
      .map((copy) => alike(copy, copy.geometry)),
  )
  if (copies.length === 0) return { refused: 'What is selected lies at all time points already.' }
  return { ...together(copies), ids: objects.map(({ id }) => id), said: `${formatNumber(copies.length)} copied` }
}

/** Where copies are put. */
interface PasteTarget extends Size {
  scene: number
  z: number | null
  t: number | null
  /** All objects of the scene. */
  there: readonly DrawnObject[]
  /** Of the project. */
  labels: LabelsById
  /** Pixels between objects and copies that would lie on them. */
  by: number
}

/** Places that are tried for copies at most, one beside the other. */
const mostPlaces = 50

const joined = new Intl.ListFormat('en-GB')

/** Finds the label of a project that a copied one is, or that has its name; undefined: there is none. */
const labelFinder = (byId: LabelsById) => {
  const named = new Map([...byId.values()].map(({ id, name }) => [name, id]))
  return ({ id, name }: CopiedObject['labels'][number]): string | undefined => (byId.has(id) ? id : named.get(name))
}

/** The part of each shape that lies in an image; null: nothing of it. */
const within = async (
  geometries: readonly Geometry[],
  { width, height }: Size,
): Promise<(Geometry | null)[] | null> => {
  const loaded = await import('@lamella/shared/geometry/repair.ts').catch(() => null)
  return (
    loaded &&
    geometries.map((geometry) => {
      try {
        return loaded.clipped(geometry, width, height)
      } catch (error) {
        if (error instanceof GeometryOutsideError) return null
        throw error
      }
    })
  )
}

/** Puts copies where their objects were; beside those that cover the same there. What lies beyond the image is cut away. */
export const paste = async (copied: readonly CopiedObject[], target: PasteTarget): Promise<ShapeEdit> => {
  if (copied.length === 0) return { refused: 'Nothing has been copied yet. Select annotations and press Ctrl C.' }
  const { scene, z, t, there, labels, by } = target
  const parts = await within(
    copied.map(({ text }) => geometryOfWkt(text)),
    target,
  )
  if (!parts) return notLoaded
  const kept = copied.flatMap((object, index) => {
    const geometry = parts[index]
    return geometry ? [{ object, geometry }] : []
  })
  if (kept.length === 0) return { refused: 'What was copied lies outside of this image.' }
  const spots = new Set(there.map(spotOf))
  const shapes = kept.map(({ geometry }) => geometry)
  const isFree = (placed: readonly Geometry[]): boolean =>
    !placed.some((geometry) => spots.has(spotOf({ text: wktOf(geometry), scene, z, t })))
  let placed = shapes
  for (let place = 1; place <= mostPlaces && !isFree(placed); place += 1) placed = beside(shapes, place * by, target)
  const find = labelFinder(labels)
  const made = kept.map(({ object, geometry }, index) => {
    const given = { labels: object.labels.flatMap((label) => find(label) ?? []), name: object.name }
    return creating({ geometry: placed[index] ?? geometry, ...given, scene, z, t })
  })
  const lost = new Set(
    kept.flatMap(({ object }) => object.labels.filter((label) => !find(label)).map(({ name }) => name)),
  )
  const outside = copied.length - kept.length
  const told = [
    ...(outside > 0
      ? [`${formatNumber(outside)} of ${formatNumber(copied.length)} lie outside of this image and were left out.`]
      : []),
    ...(lost.size > 0 ? [`This project has no label ${joined.format(lost)}.`] : []),
  ]
  return {
    ...together(made),
    ids: made.map(({ id }) => id),
    said: `${formatNumber(made.length)} pasted`,
    ...(told.length > 0 && { told: told.join(' ') }),
  }
}
