import { ObjectLayer, type ObjectMark, type ViewerObject } from '@lamella/shared/viewer'
import { useEffect, useMemo, useState } from 'react'
import { type DrawnObject, objectOf, type StoredObject } from './drawn-objects.ts'
import { type ColorOf, isHidden, painter } from './label-look.ts'
import type { Display } from './use-display.ts'
import type { LabelsById } from './use-labels.ts'

interface LayerOptions {
  /** Objects that there will be, in about. */
  expected: number
  objects: readonly DrawnObject[]
  labels: LabelsById
  /** The same function until it gives other colours. */
  colorOf: ColorOf
  display: Display
  /** Ids of labels whose objects are not drawn. */
  hidden: ReadonlySet<string>
  /** Ids. */
  selected: readonly string[]
  /** Of what others have selected, by the ids of the objects. */
  marks: ReadonlyMap<string, ObjectMark>
  visible: boolean
  /** Something deleted that is shown all the same; null: nothing. */
  peeked: StoredObject | null
  /** Id of what is shown once it is there; null: nothing. */
  revealed: string | null
}

/** The layer of the annotations in the viewer. */
export interface AnnotationLayer {
  layer: ObjectLayer
  /** Those that are drawn where their plane is shown. */
  painted: readonly ViewerObject[]
  /** What is deleted and shown all the same; null: nothing, or it is there again. */
  ghost: ViewerObject | null
}

/** Draws objects as the user wants to see them. */
export const useAnnotationLayer = ({
  expected,
  objects,
  labels,
  colorOf,
  display: { filled, opacity, snaps },
  hidden,
  selected,
  marks,
  visible,
  peeked,
  revealed,
}: LayerOptions): AnnotationLayer => {
  const [layer] = useState(() => new ObjectLayer('annotations', expected))
  const [paint] = useState(painter)
  // Only what would be hidden depends on the selection.
  const kept = useMemo(() => new Set(hidden.size > 0 ? selected : []), [hidden, selected])
  const painted = useMemo(() => {
    const isShown = (object: DrawnObject): boolean =>
      object.name !== null || kept.has(object.id) || !isHidden(object, labels, hidden)
    return paint(objects.filter(isShown), colorOf, labels)
  }, [paint, objects, labels, colorOf, hidden, kept])
  const ghost = useMemo(
    () => (peeked && !objects.some(({ id }) => id === peeked.id) ? { ...objectOf(peeked), color: null } : null),
    [peeked, objects],
  )
  useEffect(() => layer.setObjects(ghost ? [...painted, ghost] : painted), [layer, painted, ghost])
  useEffect(() => {
    if (ghost) layer.reveal(ghost.id)
  }, [layer, ghost])
  useEffect(() => {
    if (revealed !== null) layer.reveal(revealed)
  }, [layer, revealed])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  useEffect(() => layer.setMarks(marks), [layer, marks])
  useEffect(() => layer.setSnaps(snaps), [layer, snaps])
  useEffect(() => layer.setLook({ filled, opacity: opacity / 100 }), [layer, filled, opacity])
  useEffect(() => layer.select(ghost ? [ghost.id] : selected), [layer, ghost, selected])
  return { layer, painted, ghost }
}
