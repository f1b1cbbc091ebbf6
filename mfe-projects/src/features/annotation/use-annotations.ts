import type { AnnotationChange } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { wktOf } from '@lamella/shared/geometry'
import { annotationsChanged, imageAnnotationsQuery, useLiveQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { queryError } from '@lamella/shared/ui'
import type { Drawn } from '@lamella/shared/viewer'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { uuidv7 } from 'uuidv7'
import { saveChanges } from './api.ts'
import { CommandStack, type StackState } from './command-stack.ts'
import { type DrawnObject, objectReader } from './drawn-objects.ts'
import { Outbox, type SaveState } from './outbox.ts'

/** The annotations of an image, and what a user can do with them. */
export interface Annotations {
  /** Undefined while they are loading. */
  objects: readonly DrawnObject[] | undefined
  error: ReturnType<typeof queryError>
  state: SaveState
  /** Adds what was drawn. @returns its id */
  add: (drawn: Drawn) => string
  remove: (id: string) => void
  undo: () => void
  redo: () => void
  stack: StackState
  /** Sends again what could not be sent. */
  retry: () => void
}

/** Where the image lies of which annotations are shown. */
interface AnnotatedImage {
  projectId: string
  imageId: string
  /** Whether it has several Z planes, or time points: an object then lies on the one on which it was drawn. */
  isStack: boolean
  isSeries: boolean
}

/** What one user has done to the annotations of one image in this tab. */
interface Session {
  outbox: Outbox
  stack: CommandStack
}

/** By user and image. They outlive the viewer, so that what is not stored when it is left is sent all the same, and can be undone later. */
const sessions = new Map<string, Session>()

const isUnsaved = (): boolean => [...sessions.values()].some(({ outbox }) => outbox.state.kind !== 'saved')
/** Closing the tab would lose what is not stored: the browser asks first. */
const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
const guardLeaving = (): void => {
  if (isUnsaved()) window.addEventListener('beforeunload', onLeave)
  else window.removeEventListener('beforeunload', onLeave)
}

bus.on('session/ended').subscribe(({ reason }) => {
  if (reason !== 'logout' && reason !== 'logout-elsewhere') return
  sessions.clear()
  guardLeaving()
})

const tellRefused = (detail: string): void =>
  bus.emit('toast/show', { kind: 'error', title: 'Annotations', detail, sticky: true })

/** Annotations of an image: what is drawn is shown at once, and stored without being asked. */
export const useAnnotations = ({ projectId, imageId, isStack, isSeries }: AnnotatedImage): Annotations => {
  const queries = useQueryClient()
  const user = useAtomValue(currentUserAtom)
  const key = `${user?.id} ${imageId}`
  const { outbox, stack } = useMemo(() => {
    const known = sessions.get(key)
    if (known) return known
    const outbox = new Outbox({
      send: (changes) => saveChanges(imageId, changes),
      onSaved: () => annotationsChanged(queries, projectId),
      onRefused: tellRefused,
    })
    outbox.subscribe(guardLeaving)
    const made = { outbox, stack: new CommandStack((changes) => outbox.add(changes)) }
    sessions.set(key, made)
    return made
  }, [key, queries, projectId, imageId])
  useEffect(() => {
    window.addEventListener('online', outbox.retry)
    return () => window.removeEventListener('online', outbox.retry)
  }, [outbox])
  const changes = useSyncExternalStore(outbox.subscribe, () => outbox.changes)
  const state = useSyncExternalStore(outbox.subscribe, () => outbox.state)
  const stored = useLiveQuery(imageAnnotationsQuery(projectId, imageId))
  const [read] = useState(objectReader)
  const ownerName = user?.fullName ?? ''
  const objects = useMemo(
    () => stored.data && read(stored.data, changes, ownerName),
    [read, stored.data, changes, ownerName],
  )
  return {
    objects,
    error: queryError('The annotations could not be loaded', stored),
    state,
    add: ({ geometry, scene, shown }) => {
      const id = uuidv7()
      const z = isStack && typeof shown.plane === 'number' ? shown.plane : null
      const creation: AnnotationChange = {
        act: 'create',
        id,
        geometry: wktOf(geometry),
        scene,
        z,
        t: isSeries ? shown.t : null,
      }
      stack.run({ redo: [creation], undo: [{ act: 'delete', id }] })
      return id
    },
    remove: (id) => stack.run({ redo: [{ act: 'delete', id }], undo: [{ act: 'restore', id }] }),
    undo: stack.undo,
    redo: stack.redo,
    stack: useSyncExternalStore(stack.subscribe, () => stack.state),
    retry: outbox.retry,
  }
}
