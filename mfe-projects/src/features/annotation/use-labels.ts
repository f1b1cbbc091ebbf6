import type { Label, LabelSet } from '@lamella/shared/contract'
import { failingTo, labelSetsQuery, labelsQuery, useLiveQuery } from '@lamella/shared/queries'
import { queryError } from '@lamella/shared/ui'
import { useMemo, useState } from 'react'

/** What a user has chosen in a project: it stays from image to image. */
interface Choice {
  set: string | null
  /** Label of what is drawn next. */
  active: string | null
}

const choices = new Map<string, Choice>()

/** A label with its place in the order of sets and labels of the project. */
export interface RankedLabel extends Label {
  rank: number
}

export type LabelsById = ReadonlyMap<string, RankedLabel>

/** The labels of a project, and which of them the user works with. */
export interface Labels {
  isLoaded: boolean
  error: ReturnType<typeof queryError>
  sets: readonly LabelSet[]
  /** The set whose labels are offered; null: the project has none. */
  set: string | null
  onSet: (id: string) => void
  /** Of the set, in their order. */
  offered: readonly RankedLabel[]
  /** All of the project by id, in the order of sets and labels. */
  byId: LabelsById
  /** Label of what is drawn next; null: none. */
  active: RankedLabel | null
  activate: (id: string | null) => void
}

export const useLabels = (projectId: string): Labels => {
  // Without them everything else can be done.
  const sets = useLiveQuery(failingTo(null, labelSetsQuery(projectId)))
  const labels = useLiveQuery(failingTo(null, labelsQuery(projectId, false)))
  const [{ set: chosen, active }, setChoice] = useState<Choice>(
    () => choices.get(projectId) ?? { set: null, active: null },
  )
  const choose = (choice: Choice): void => {
    choices.set(projectId, choice)
    setChoice(choice)
  }
  const byId = useMemo(() => new Map(labels.data?.map((label, rank) => [label.id, { ...label, rank }])), [labels.data])
  const known = sets.data ?? []
  const set = (known.find(({ id }) => id === chosen) ?? known[0])?.id ?? null
  const offered = useMemo(() => [...byId.values()].filter(({ labelset }) => labelset === set), [byId, set])
  return {
    isLoaded: sets.data !== undefined && labels.data !== undefined,
    error: queryError('The labels could not be loaded', sets, labels),
    sets: known,
    set,
    onSet: (id) => choose({ set: id, active: null }),
    offered,
    byId,
    active: (active !== null && byId.get(active)) || null,
    activate: (id) => choose({ set, active: id }),
  }
}
