import type { Annotation, AnnotationChange, Image } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { wktOf } from '@lamella/shared/geometry'
import { annotationsSaved, imageAnnotationsQuery, useLiveQuery } from '@lamella/shared/queries'
import { currentUserAtom, store } from '@lamella/shared/session'
import { formatNumber, queryError } from '@lamella/shared/ui'
import type { Drawn } from '@lamella/shared/viewer'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { uuidv7 } from 'uuidv7'
import { saveChanges } from './api.ts'
import { CommandStack, type StackState } from './command-stack.ts'
import { type DrawnObject, objectReader } from './drawn-objects.ts'
import { mergeSaved } from './merge-saved.ts'
import { Outbox, type SaveState } from './outbox.ts'

/** The annotations of an image, and what a user can do with them. */
export interface Annotations {
  /** What is drawn; without what others have stored until `isLoaded`. */
  objects: readonly DrawnObject[]
  isLoaded: boolean
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
  /** Gives up what could not be sent. */
  discard: () => void
}

/** The image that is annotated. */
interface AnnotatedImage {
  image: Pick<Image, 'id' | 'name' | 'project' | 'isTimeSeries'>
  /** Whether it has several Z planes, or time points: an object then lies on the one on which it was drawn. */
  isStack: boolean
  isSeries: boolean
}

/** What one user has done to the annotations of one image in this tab. */
interface Session {
  outbox: Outbox
  stack: CommandStack
  /** Of its changes, to know their events. */
  origin: string
}

/**
 * By user and image. They outlive the viewer and a log-out, so that what is not stored is sent later all the same, when its user is back; never
 * as that of another user.
 */
const sessions = new Map<string, Session>()

const unsaved = (): number => [...sessions.values()].reduce((sum, { outbox }) => sum + outbox.unsaved, 0)
/** Closing the tab would lose what is not stored: the browser asks first. */
const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
const guardLeaving = (): void => {
  if (unsaved() > 0) window.addEventListener('beforeunload', onLeave)
  else window.removeEventListener('beforeunload', onLeave)
}

const tell = (detail: string): void =>
  bus.emit('toast/show', { kind: 'error', title: 'Annotations', detail, sticky: true })

bus.on('session/ended').subscribe(() => {
  for (const [key, { outbox }] of sessions) if (outbox.unsaved === 0) sessions.delete(key)
  const count = unsaved()
  if (count === 0) return
  const what = count === 1 ? '1 change is' : `${formatNumber(count)} changes are`
  tell(`${what} not saved. To send what is missing, log in again in this tab and open the image.`)
})

const begin = (
  queries: QueryClient,
  user: { id: string; fullName: string },
  image: AnnotatedImage['image'],
): Session => {
  const origin = uuidv7()
  const removed = new Map<string, Annotation>()
  const outbox = new Outbox({
    send: (changes) => saveChanges(image.id, changes, origin),
    maySend: () => store.get(currentUserAtom)?.id === user.id,
    onSaved: (changes, outcomes) =>
      annotationsSaved(queries, image.project, image.id, (stored) =>
        mergeSaved(stored, changes, outcomes, { image, by: user }, removed),
      ),
    onRefused: tell,
  })
  outbox.subscribe(guardLeaving)
  return { outbox, stack: new CommandStack((changes) => outbox.add(changes)), origin }
}

/** Annotations of an image: what is drawn is shown at once, and stored without being asked. */
export const useAnnotations = ({ image, isStack, isSeries }: AnnotatedImage): Annotations => {
  const queries = useQueryClient()
  const user = useAtomValue(currentUserAtom)
  const [annotated] = useState(image)
  const { id = '', fullName = '' } = user ?? {}
  const { outbox, stack, origin } = useMemo(() => {
    const key = `${id} ${annotated.id}`
    const session = sessions.get(key) ?? begin(queries, { id, fullName }, annotated)
    sessions.set(key, session)
    return session
  }, [id, fullName, queries, annotated])
  useEffect(() => {
    // What was kept when its user left, or the network.
    outbox.retry()
    window.addEventListener('online', outbox.retry)
    return () => window.removeEventListener('online', outbox.retry)
  }, [outbox])
  const changes = useSyncExternalStore(outbox.subscribe, () => outbox.changes)
  const state = useSyncExternalStore(outbox.subscribe, () => outbox.state)
  const stored = useLiveQuery(imageAnnotationsQuery(annotated.project, annotated.id, origin))
  const [read] = useState(objectReader)
  const objects = useMemo(() => read(stored.data ?? [], changes, fullName), [read, stored.data, changes, fullName])
  return {
    objects,
    isLoaded: stored.data !== undefined,
    error: queryError('The annotations could not be loaded', stored),
    state,
    add: ({ geometry, scene, shown }) => {
      const id = uuidv7()
      const z = isStack && typeof shown.plane === 'number' ? shown.plane : null
      const place = { scene, z, t: isSeries ? shown.t : null }
      const creation: AnnotationChange = { act: 'create', id, geometry: wktOf(geometry), ...place }
      stack.run({ redo: [creation], undo: [{ act: 'delete', id }] })
      return id
    },
    remove: (id) => stack.run({ redo: [{ act: 'delete', id }], undo: [{ act: 'restore', id }] }),
    undo: stack.undo,
    redo: stack.redo,
    stack: useSyncExternalStore(stack.subscribe, () => stack.state),
    retry: outbox.retry,
    discard: outbox.discard,
  }
}
