import { annotationTimelineQuery, useLiveQuery } from '@lamella/shared/queries'
import { annotationsAtQuery } from '@lamella/shared/queries/annotation-layer.ts'
import { queryError } from '@lamella/shared/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type DrawnObject, objectOf, type StoredObject } from './drawn-objects.ts'

/** A step of the history after which the annotations are shown. */
export interface Moment {
  /** Revision of the layer. */
  revision: number
  at: string
}

/** The past of an image's annotations, and which moment of it is shown. */
export interface Past {
  /** Null: now. */
  moment: Moment | null
  show: (moment: Moment | null) => void
  /** As they were; null: now is shown, or they are not loaded. */
  stored: readonly StoredObject[] | null
  /** What is drawn of them: while they are loaded, what was drawn of the moment before; null: nothing. */
  objects: readonly DrawnObject[] | null
  /** Null: it is not loaded, or the server does not tell. */
  timeline: ReturnType<typeof useTimeline>
  error: ReturnType<typeof queryError>
}

const useTimeline = (projectId: string, imageId: string, isOpen: boolean) =>
  useLiveQuery({ ...annotationTimelineQuery(projectId, imageId), enabled: isOpen }).data ?? null

/** @param isOpen - whether the history is; closed, there is only now */
export const useMoment = (projectId: string, imageId: string, isOpen: boolean): Past => {
  const [chosen, show] = useState<Moment | null>(null)
  const moment = isOpen ? chosen : null
  const timeline = useTimeline(projectId, imageId, isOpen)
  const past = useQuery({
    ...annotationsAtQuery(imageId, moment?.revision ?? 0),
    enabled: moment !== null,
    placeholderData: keepPreviousData,
  })
  const known = (moment && past.data) ?? null
  const objects = useMemo(() => known?.map(objectOf) ?? null, [known])
  // What is shown of another moment is not restored as this one.
  const stored = past.isPlaceholderData ? null : known
  return {
    ...{ moment, show, stored, objects, timeline },
    error: moment === null ? undefined : queryError('This moment could not be loaded', past),
  }
}
