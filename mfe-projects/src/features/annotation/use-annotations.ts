import { useLiveQuery } from '@lamella/shared/queries'
import { imageAnnotationsQuery } from '@lamella/shared/queries/annotation-layer.ts'
import { currentUserAtom } from '@lamella/shared/session'
import { queryError } from '@lamella/shared/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { sessionOf } from './annotation-session.ts'
import type { Command, StackState } from './command-stack.ts'
import type { Conflict, Resolution } from './conflict.ts'
import { type DrawnObject, objectReader } from './drawn-objects.ts'
import type { AnnotatedImage } from './edit.ts'
import type { SaveState } from './outbox.ts'

/** The annotations of an image, and what a user can do with them. */
export interface Annotations {
  /** Id of who draws. */
  user: string
  /** What is drawn; without what others have stored until `isLoaded`. */
  objects: readonly DrawnObject[]
  isLoaded: boolean
  error: ReturnType<typeof queryError>
  state: SaveState
  /** Whether what is not stored outlives the tab. */
  isKept: boolean
  /** Does something, as one step that can be taken back. */
  run: (command: Command) => void
  /** As `run`, of what the server has done already. */
  record: (command: Command) => void
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

/** Annotations of an image: what is drawn is shown at once, and stored without being asked. */
export const useAnnotations = (image: AnnotatedImage): Annotations => {
  const queries = useQueryClient()
  const user = useAtomValue(currentUserAtom)
  const { id: imageId, name, project, isTimeSeries } = image
  const { id = '', fullName = '' } = user ?? {}
  const by = useMemo(() => ({ id, fullName }), [id, fullName])
  const session = useMemo(
    () => sessionOf(queries, by, { id: imageId, name, project, isTimeSeries }),
    [by, queries, imageId, name, project, isTimeSeries],
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
  const objects = useMemo(() => read(stored.data?.objects ?? [], edits, by), [read, stored.data, edits, by])
  return {
    user: id,
    objects,
    isLoaded: stored.data !== undefined,
    error: queryError('The annotations could not be loaded', stored),
    state,
    isKept: useSyncExternalStore(session.subscribe, () => session.isKept),
    run: (command) => command.redo.length > 0 && stack.run(command),
    record: (command) => stack.record(command),
    undo: stack.undo,
    redo: stack.redo,
    stack: useSyncExternalStore(stack.subscribe, () => stack.state),
    retry: outbox.retry,
    discard: outbox.discard,
    conflicts: useSyncExternalStore(session.subscribe, () => session.conflicts),
    resolve: session.resolve,
  }
}
