import type { ViewerObject } from '@lamella/shared/viewer'
import { plateOf } from './coverage.ts'
import type { DrawnObject } from './drawn-objects.ts'
import { labelsIn } from './label-names.tsx'
import type { LabelsById } from './use-labels.ts'

/** Gives the colour of an object; null: it has none. */
export type ColorOf = (object: DrawnObject) => string | null

/** In place of the id of a label: of objects without one. */
export const unlabelled = ''

/** Ids of the labels of an object that are known, `unlabelled` where there is none. */
const idsOf = ({ labels }: DrawnObject, byId: LabelsById): readonly string[] => {
  const known = labels.filter((id) => byId.has(id))
  return known.length === 0 ? [unlabelled] : known
}

/** How many objects have each label, by its id. */
export const countLabels = (objects: readonly DrawnObject[], byId: LabelsById): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const object of objects) {
    for (const id of idsOf(object, byId)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Whether all labels of an object are hidden. */
export const isHidden = (object: DrawnObject, byId: LabelsById, hidden: ReadonlySet<string>): boolean =>
  hidden.size > 0 && idsOf(object, byId).every((id) => hidden.has(id))

/** Colour of the first label in the order of the project; null: none. */
export const labelColorOf = ({ labels }: DrawnObject, byId: LabelsById): string | null =>
  labelsIn(labels, byId)[0]?.color ?? null

/** Gives objects colours, and regions their plates; one that did not change, nor the rule, is the same one as before. */
export const painter = () => {
  let known = new WeakMap<DrawnObject, ViewerObject>()
  let by: { colorOf: ColorOf; labels: LabelsById } | null = null
  /** @param colorOf - the same function until it gives other colours */
  return (objects: readonly DrawnObject[], colorOf: ColorOf, labels: LabelsById): ViewerObject[] => {
    if (colorOf !== by?.colorOf || labels !== by.labels) known = new WeakMap()
    by = { colorOf, labels }
    return objects.map((object) => {
      const before = known.get(object)
      if (before) return before
      const { id, geometry, scene, z, t } = object
      const painted = { id, geometry, name: plateOf(object, labels), scene, z, t, color: colorOf(object) }
      known.set(object, painted)
      return painted
    })
  }
}
