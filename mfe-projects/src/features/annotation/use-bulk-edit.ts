import type { Annotation, AnnotationChange, AnnotationOutcome, Label } from '@lamella/shared/contract'
import { annotationLimits } from '@lamella/shared/contract'
import { annotationPagesChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../lib/toast-failure.ts'
import { saveChanges } from './api.ts'
import { withLabel } from './given-labels.ts'
import type { LabelsById } from './use-labels.ts'

/** Of an image, changes that are made together. */
type Changes = ReadonlyMap<string, readonly AnnotationChange[]>

interface Done {
  /** Changes that were made. */
  count: number
  /** Others had changed or deleted so many meanwhile: they are as they were left. */
  missed: number
  /** What leads back. */
  back: Changes
}

/** What was done last, and can be taken back. */
export interface BulkEdit extends Done {
  /** Such as "labelled Tumor". */
  what: string
}

const byImage = (rows: readonly Annotation[], changeOf: (row: Annotation) => AnnotationChange[]): Changes =>
  new Map([...Map.groupBy(rows, ({ imageId }) => imageId)].map(([image, own]) => [image, own.flatMap(changeOf)]))

/** The change that leads back from one that was made. */
const backOf = (row: Annotation, change: AnnotationChange, revision: number): AnnotationChange =>
  change.act === 'delete'
    ? { act: 'restore', id: row.id, revision }
    : { act: 'change', id: row.id, revision, labels: row.labelAssignments.map(({ labelId }) => labelId) }

const isMade = (outcome: AnnotationOutcome): outcome is Extract<AnnotationOutcome, { revision: number }> =>
  !('error' in outcome)

/**
 * Sends changes image by image, until a call fails.
 * @param rows - as they were before; empty: nothing leads back
 * @returns what was made until then, and the failure
 */
const send = async (
  changes: Changes,
  rows: ReadonlyMap<string, Annotation>,
): Promise<{ done: Done; failure: unknown }> => {
  const origin = crypto.randomUUID()
  const back = new Map<string, AnnotationChange[]>()
  const done = { count: 0, missed: 0, back }
  const most = annotationLimits.changes
  const calls = [...changes].flatMap(([image, all]) =>
    Array.from({ length: Math.ceil(all.length / most) }, (_, at) => ({
      image,
      some: all.slice(at * most, (at + 1) * most),
    })),
  )
  for (const { image, some } of calls) {
    let outcomes: readonly AnnotationOutcome[]
    try {
      ;({ outcomes } = await saveChanges(image, some, origin))
    } catch (failure) {
      return { done, failure }
    }
    for (const [at, outcome] of outcomes.entries()) {
      const [change, row] = [some[at], rows.get(outcome.id)]
      if (!isMade(outcome)) done.missed += 1
      else {
        done.count += 1
        if (change && row) back.set(image, [...(back.get(image) ?? []), backOf(row, change, outcome.revision)])
      }
    }
  }
  return { done, failure: null }
}

/** Labels and deletes annotations of several images. */
export const useBulkEdit = (projectId: string, labels: LabelsById) => {
  const queries = useQueryClient()
  const [last, setLast] = useState<BulkEdit | null>(null)
  const work = useMutation({
    mutationFn: async ({ what, changes, rows }: { what: string; changes: Changes; rows: readonly Annotation[] }) => {
      const { done, failure } = await send(changes, new Map(rows.map((row) => [row.id, row])))
      // What was made before a failure can be taken back.
      if (!failure || done.count > 0) setLast({ what, ...done })
      if (failure) throw failure
    },
    onError: toastFailure('Annotations'),
    onSettled: () => annotationPagesChanged(queries, projectId),
  })
  return {
    last,
    isBusy: work.isPending,
    /** Gives all of them a label in place of that of its set. @param onDone - not called where it has failed */
    label: (rows: readonly Annotation[], label: Label, onDone: () => void) => {
      const changes = byImage(rows, ({ id, revision, labelAssignments }) => {
        const given = withLabel({ labels: labelAssignments.map(({ labelId }) => labelId) }, label, labels)
        return given ? [{ act: 'change', id, revision, labels: given }] : []
      })
      work.mutate({ what: `labelled ${label.name}`, rows, changes }, { onSuccess: onDone })
    },
    /** @param onDone - not called where it has failed */
    remove: (rows: readonly Annotation[], onDone: () => void) => {
      const changes = byImage(rows, ({ id, revision }) => [{ act: 'delete', id, revision }])
      work.mutate({ what: 'deleted', rows, changes }, { onSuccess: onDone })
    },
    undo: ({ back }: BulkEdit) => work.mutate({ what: 'as before', changes: back, rows: [] }),
    forget: () => setLast(null),
  }
}
