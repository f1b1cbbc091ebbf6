import { annotationLimits } from '@lamella/shared/contract'
import { areaOf, type Geometry, GeometryMinSizeError, positionsOf } from '@lamella/shared/geometry'
import { formatNumber } from '@lamella/shared/ui'
import type { Command } from './command-stack.ts'
import { deleting, merging, reshaping, splitting, together } from './commands.ts'
import type { DrawnObject } from './drawn-objects.ts'

/**
 * What is done to shapes, with the ids of the objects that are selected then and a sentence for screen readers; or why it cannot be done.
 * `told`: what was left out of it, for everybody.
 */
export type ShapeEdit = (Command & { ids: readonly string[]; said: string; told?: string }) | { refused: string }

/** Why nothing was done: without a network the code cannot come. */
export const notLoaded = { refused: 'This could not be loaded. Try again when you are online.' }

/** A step is sent in one call, which takes no more. */
const tooMany = { refused: `At most ${formatNumber(annotationLimits.changes)} objects can be changed together.` }

/** What computes shapes, loaded with the first use. @returns null: it did not come */
const operations = () => import('@lamella/shared/geometry/operations.ts').catch(() => null)

export const isArea = ({ geometry: { type } }: DrawnObject): boolean => type === 'Polygon' || type === 'MultiPolygon'

/** Whether objects can become one: areas on the same plane, all of them annotations or all of them regions. */
export const areAlike = ([first, ...others]: readonly DrawnObject[]): boolean =>
  first !== undefined &&
  others.length > 0 &&
  [first, ...others].every(isArea) &&
  others.every(
    ({ scene, z, t, name }) =>
      scene === first.scene && z === first.z && t === first.t && (name === null) === (first.name === null),
  )

/** Parts an area along a line. */
export const splitBy = async (object: DrawnObject, line: Geometry): Promise<ShapeEdit> => {
  const loaded = await operations()
  if (!loaded) return notLoaded
  const [first, ...others] = loaded.split(object.geometry, positionsOf(line))
  if (others.length >= annotationLimits.changes) return tooMany
  if (!first || others.length === 0) return { refused: 'The line does not go through the selected object.' }
  return { ...splitting(object, [first, ...others]), said: `${others.length + 1} pieces` }
}

/** px² that are no change: of rounding. */
const leastChange = 0.01

const nothingLeft = { refused: 'Nothing would be left of the selected object.' }

/** Takes away from an area what others cover. @param missed - the sentence where they cover nothing of it */
const takeAway = async (object: DrawnObject, others: readonly Geometry[], missed: string): Promise<ShapeEdit> => {
  const loaded = await operations()
  if (!loaded) return notLoaded
  try {
    const rest = loaded.without(object.geometry, others)
    if (areaOf(object.geometry) - areaOf(rest) < leastChange) return { refused: missed }
    return { ...reshaping(object, rest), ids: [object.id], said: 'Cut out' }
  } catch (error) {
    if (error instanceof GeometryMinSizeError) return nothingLeft
    throw error
  }
}

/** Cuts a hole, or a bay, into an area. */
export const cutHole = (object: DrawnObject, hole: Geometry): Promise<ShapeEdit> =>
  takeAway(object, [hole], 'The hole does not lie in the selected object.')

/** Adds to an area what a brush has covered. */
export const paint = async (object: DrawnObject, stroke: Geometry): Promise<ShapeEdit> => {
  const loaded = await operations()
  if (!loaded) return notLoaded
  return { ...reshaping(object, loaded.united([object.geometry, stroke])), ids: [object.id], said: 'Painted' }
}

/** Takes away from an area what an eraser has covered; where nothing is left, the object goes. */
export const erase = async (object: DrawnObject, stroke: Geometry): Promise<ShapeEdit> => {
  const erased = await takeAway(object, [stroke], 'The eraser has not touched the selected object.')
  return erased === nothingLeft ? { ...deleting(object), ids: [], said: 'Erased' } : erased
}

/** Makes areas one: the first, whose labels or name it has. */
export const merge = async ([first, ...others]: readonly DrawnObject[]): Promise<ShapeEdit> => {
  if (!first) return { refused: 'Nothing is selected.' }
  if (others.length >= annotationLimits.changes) return tooMany
  const loaded = await operations()
  if (!loaded) return notLoaded
  const whole = loaded.united([first, ...others].map(({ geometry }) => geometry))
  return { ...merging(first, others, whole), ids: [first.id], said: `${others.length + 1} objects merged` }
}

/** Takes away from the first area what the others cover; they stay. */
export const subtract = async ([first, ...others]: readonly DrawnObject[]): Promise<ShapeEdit> => {
  if (!first) return { refused: 'Nothing is selected.' }
  const shapes = others.map(({ geometry }) => geometry)
  const done = await takeAway(first, shapes, 'The other objects do not overlap the first one.')
  return 'refused' in done ? done : { ...done, ids: [first, ...others].map(({ id }) => id) }
}

/** Takes corners away that are not seen at a zoom. @param resolution - pixels of the image per CSS pixel */
export const simplify = async (objects: readonly DrawnObject[], resolution: number): Promise<ShapeEdit> => {
  const loaded = await operations()
  if (!loaded) return notLoaded
  const cornersOf = (geometries: readonly Geometry[]): number =>
    geometries.reduce((sum, geometry) => sum + positionsOf(geometry).length, 0)
  const changes = objects
    .map((object) => ({ object, geometry: loaded.simplified(object.geometry, Math.max(0.5, resolution)) }))
    .filter(({ object, geometry }) => cornersOf([geometry]) < cornersOf([object.geometry]))
  if (changes.length === 0)
    return { refused: 'No corner can be left out without being seen. Zoom out for fewer corners.' }
  const [before, after] = [changes.map(({ object }) => object.geometry), changes.map(({ geometry }) => geometry)]
  return {
    ...together(changes.map(({ object, geometry }) => reshaping(object, geometry))),
    ids: objects.map(({ id }) => id),
    said: `${cornersOf(before)} to ${cornersOf(after)} corners`,
  }
}
