import type { Label, LabelSet } from '@lamella/shared/contract'
import { labelsChanged } from '@lamella/shared/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastFailure } from '../../lib/toast-failure.ts'
import { saveOrder } from './api.ts'

/** The labels with one moved to another place. @param to - its index afterwards */
const moved = <T extends { id: string }>(labels: readonly T[], id: string, to: number): T[] => {
  const label = labels.find((each) => each.id === id)
  return label ? labels.filter((each) => each.id !== id).toSpliced(to, 0, label) : [...labels]
}

/**
 * The labels of a set in the order that the user wants, at once; it is stored one request at a time, of which each has
 * the order of that moment. When somebody else was quicker, a toast says so and theirs is shown.
 */
export const useLabelOrder = ({ id, project, revision }: LabelSet, labels: readonly Label[]) => {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[]>([])
  const storing = useRef(false)
  /** The revision that is shown, or that our own requests have made since. */
  const known = useRef(revision)
  useEffect(() => {
    known.current = Math.max(known.current, revision)
  }, [revision])
  const store = async (): Promise<void> => {
    storing.current = true
    try {
      for (let sent: readonly string[] | null = null; sent !== latest.current; ) {
        sent = latest.current
        const replaced = known.current
        await saveOrder(id, [...sent], replaced)
        known.current = Math.max(known.current, replaced + 1)
        if (sent === latest.current) await labelsChanged(queries, project)
      }
    } catch (error) {
      if (error instanceof Error) toastFailure('Order of labels')(error)
      await labelsChanged(queries, project)
    } finally {
      storing.current = false
      setWanted(null)
    }
  }
  const place = new Map(wanted?.map((labelId, at) => [labelId, at]))
  // One that was added meanwhile is the last.
  const ordered = wanted
    ? labels.toSorted((a, b) => (place.get(a.id) ?? labels.length) - (place.get(b.id) ?? labels.length))
    : labels
  return {
    labels: ordered,
    move: (labelId: string, to: number): void => {
      if (to < 0 || to >= ordered.length) return
      latest.current = moved(ordered, labelId, to).map((label) => label.id)
      setWanted(latest.current)
      if (!storing.current) void store()
    },
  }
}
