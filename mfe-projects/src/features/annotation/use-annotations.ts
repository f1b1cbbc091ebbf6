import { type Geometry, wktOf } from '@lamella/shared/geometry'
import { imageAnnotationsQuery, useLiveQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { queryError } from '@lamella/shared/ui'
import type { Drawn } from '@lamella/shared/viewer'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { uuidv7 } from 'uuidv7'
import { type AnnotatedImage, sessionOf } from './annotation-session.ts'
import type { StackState } from './command-stack.ts'
import type { Conflict, Resolution } from './conflict.ts'
import { type DrawnObject, objectReader, type StoredObject } from './drawn-objects.ts'
import { type Edit, kindOf } from './edit.ts'
import type { SaveState } from './outbox.ts'

/** The annotations of an image, and what a user can do with them. */
export interface Annotations {
  /** What is drawn; without what others have stored until `isLoaded`. */
  objects: readonly DrawnObject[]
  isLoaded: boolean
  error: ReturnType<typeof queryError>
  state: SaveState
  /** Adds what was drawn: an annotation with labels, or a region with a name. @returns its id */
  add: (drawn: Drawn, what: { labels?: readonly string[]; name?: string | null }) => string
  remove: (object: DrawnObject) => void
  /** Takes objects out of the trash. @param deleted - as they were */
  restore: (deleted: readonly StoredObject[]) => void
  /** Gives an object these labels in place of its own. */
  label: (object: DrawnObject, labels: readonly string[]) => void
  /** Gives an object another geometry. */
  reshape: (object: DrawnObject, geometry: Geometry) => void
  /** Gives a region another name. */
  rename: (region: DrawnObject, name: string) => void
  undo: () => void
  redo: () => void
  stack: StackState
  /** Sends again what could not be sent. */
  retry: () => void
  /** Gives up what could not be sent. */
  discard: () => void
  /** What others have changed at the same time. */
  conflicts: readonly Conflict[]
  resolve: (conflicts: readonly Conflict[], how: Resolution) => void
}

/** What can be changed of an object. */
interface Content {
  geometry?: string
  labels?: string[]
  name?: string
}

interface AnnotationsOptions {
  image: AnnotatedImage
  /** Whether it has several Z planes, or time points: an object then lies on the one on which it was drawn. */
  isStack: boolean
  isSeries: boolean
}

/** Annotations of an image: what is drawn is shown at once, and stored without being asked. */
export const useAnnotations = ({ image, isStack, isSeries }: AnnotationsOptions): Annotations => {
  const queries = useQueryClient()
  const user = useAtomValue(currentUserAtom)
  const { id: imageId, name, project, isTimeSeries } = image
  const { id = '', fullName = '' } = user ?? {}
  const session = useMemo(
    () => sessionOf(queries, { id, fullName }, { id: imageId, name, project, isTimeSeries }),
    [id, fullName, queries, imageId, name, project, isTimeSeries],
  )
  const { outbox, stack } = session
  useEffect(() => {
    // What was kept when its user left, or the network.
    outbox.retry()
    window.addEventListener('online', outbox.retry)
    return () => window.removeEventListener('online', outbox.retry)
  }, [outbox])
  const edits = useSyncExternalStore(outbox.subscribe, () => outbox.edits)
  const state = useSyncExternalStore(outbox.subscribe, () => outbox.state)
  const stored = useLiveQuery(imageAnnotationsQuery(project, imageId, session.origin))
  const [read] = useState(objectReader)
  const objects = useMemo(() => read(stored.data ?? [], edits, fullName), [read, stored.data, edits, fullName])
  const change = (object: DrawnObject, to: Content, from: Content): void => {
    const { id, revision: seen, text: geometry, labels, name, scene, z, t } = object
    const before = { geometry, scene, z, t, labels: [...labels], ...kindOf(name) }
    const redo: Edit = { act: 'change', id, ...to, before, seen }
    stack.run({ redo: [redo], undo: [{ act: 'change', id, ...from, before: { ...before, ...to } }] })
  }
  return {
    objects,
    isLoaded: stored.data !== undefined,
    error: queryError('The annotations could not be loaded', stored),
    state,
    add: ({ geometry, scene, shown }, { labels = [], name = null }) => {
      const id = uuidv7()
      const z = isStack && typeof shown.plane === 'number' ? shown.plane : null
      const place = { scene, z, t: isSeries ? shown.t : null }
      const given = { ...(labels.length > 0 && { labels: [...labels] }), ...kindOf(name) }
      const creation: Edit = { act: 'create', id, geometry: wktOf(geometry), ...given, ...place }
      stack.run({ redo: [creation], undo: [{ act: 'delete', id }] })
      return id
    },
    remove: ({ id, revision: seen }) =>
      stack.run({ redo: [{ act: 'delete', id, seen }], undo: [{ act: 'restore', id }] }),
    restore: (deleted) =>
      stack.run({
        redo: deleted.map((object) => ({ act: 'restore', id: object.id, deleted: object, seen: object.revision })),
        undo: deleted.map(({ id }) => ({ act: 'delete', id })),
      }),
    label: (object, labels) => change(object, { labels: [...labels] }, { labels: [...object.labels] }),
    reshape: (object, geometry) => change(object, { geometry: wktOf(geometry) }, { geometry: object.text }),
    rename: (object, name) => change(object, { name }, { name: object.name ?? '' }),
    undo: stack.undo,
    redo: stack.redo,
    stack: useSyncExternalStore(stack.subscribe, () => stack.state),
    retry: outbox.retry,
    discard: outbox.discard,
    conflicts: useSyncExternalStore(session.subscribe, () => session.conflicts),
    resolve: session.resolve,
  }
}
