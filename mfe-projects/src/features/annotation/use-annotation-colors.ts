import { useCallback, useMemo } from 'react'
import type { DrawnObject } from './drawn-objects.ts'
import { type ColorOf, labelColorOf } from './label-look.ts'
import { type Owner, ownersOf } from './owner-look.ts'
import type { Display } from './use-display.ts'
import type { LabelsById } from './use-labels.ts'

interface AnnotationColors {
  /** The same function until it gives other colours. */
  colorOf: ColorOf
  owners: readonly Owner[]
  /** By id; null: objects have the colours of their labels. */
  ownerColors: ReadonlyMap<string, string> | null
}

const nobody: readonly Owner[] = []

/** Colours of annotations: of their labels, or of who has made them. Regions are frames, which have none. */
export const useAnnotationColors = (
  objects: readonly DrawnObject[],
  labels: LabelsById,
  by: Display['colorBy'],
): AnnotationColors => {
  const owners = useMemo(
    () => (by === 'owner' ? ownersOf(objects.filter(({ name }) => name === null)) : nobody),
    [by, objects],
  )
  // Drawn anew only when somebody else's first object comes or goes, not with each object.
  const order = owners.map(({ id, color }) => `${id} ${color}`).join('\n')
  const ownerColors = useMemo(
    () => (by === 'owner' ? new Map(order.split('\n').map((line) => line.split(' ') as [string, string])) : null),
    [by, order],
  )
  const colorOf = useCallback<ColorOf>(
    (object) => (ownerColors ? (ownerColors.get(object.owner) ?? null) : labelColorOf(object, labels)),
    [ownerColors, labels],
  )
  return { colorOf, owners, ownerColors }
}
