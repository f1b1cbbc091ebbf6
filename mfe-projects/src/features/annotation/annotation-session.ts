import type { AnnotationOutcome, Image } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { annotationsSaved } from '@lamella/shared/queries'
import { currentUserAtom, store } from '@lamella/shared/session'
import { formatNumber } from '@lamella/shared/ui'
import type { QueryClient } from '@tanstack/react-query'
import { uuidv7 } from 'uuidv7'
import { saveChanges } from './api.ts'
import { CommandStack } from './command-stack.ts'
import { type Conflict, conflictOf, type Resolution, resolutionOf } from './conflict.ts'
import type { StoredObject } from './drawn-objects.ts'
import type { Edit } from './edit.ts'
import { mergeSaved } from './merge-saved.ts'
import { Outbox, type Refusal } from './outbox.ts'

interface User {
  id: string
  fullName: string
}

/** The image that is annotated. */
export type AnnotatedImage = Pick<Image, 'id' | 'name' | 'project' | 'isTimeSeries'>

const tell = (detail: string): void =>
  bus.emit('toast/show', { kind: 'error', title: 'Annotations', detail, sticky: true })

/** What one user does to the annotations of one image in this tab. */
export class AnnotationSession {
  /** Of its changes, to know their events. */
  readonly origin = uuidv7()
  readonly outbox: Outbox
  readonly stack: CommandStack
  /** As it is now: it may be moved to another project. */
  image: AnnotatedImage
  readonly #listeners = new Set<() => void>()
  #conflicts: readonly Conflict[] = []

  constructor(queries: QueryClient, user: User, image: AnnotatedImage) {
    this.image = image
    const removed = new Map<string, StoredObject>()
    this.outbox = new Outbox({
      send: (changes) => saveChanges(image.id, changes, this.origin),
      maySend: () => store.get(currentUserAtom)?.id === user.id,
      onSaved: (edits: readonly Edit[], outcomes: readonly AnnotationOutcome[]) =>
        annotationsSaved(queries, this.image.project, image.id, (stored) =>
          mergeSaved(stored, edits, outcomes, { image: this.image, by: user }, removed),
        ),
      onRefused: (refusal, edits, rest) => this.#refuse(refusal, edits, rest),
      onForgotten: (id) => this.stack.forget(id),
    })
    this.stack = new CommandStack((edits) => this.outbox.add(edits))
    this.outbox.subscribe(guardLeaving)
  }

  /** What others have changed too, for the user to decide. The same array until it changes. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts
  }

  /** Changes that are not stored, or not decided. */
  get unsaved(): number {
    return this.outbox.unsaved + this.#conflicts.length
  }

  /** Reports changes of the conflicts. @returns ends it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends conflicts in one way, which can be taken back. */
  resolve = (conflicts: readonly Conflict[], how: Resolution): void => {
    this.#setConflicts(this.#conflicts.filter((conflict) => !conflicts.includes(conflict)))
    const commands = conflicts.map((conflict) => resolutionOf(conflict, how))
    for (const isDone of [true, false]) {
      const chosen = commands.filter((command) => command.isDone === isDone)
      const command = { redo: chosen.flatMap(({ redo }) => redo), undo: chosen.flatMap(({ undo }) => undo) }
      if (chosen.length > 0 && isDone) this.stack.record(command)
      else if (chosen.length > 0) this.stack.run(command)
    }
  }

  #refuse(refusal: Refusal, edits: readonly Edit[], rest: readonly Edit[]): void {
    for (const id of new Set([refusal.id, ...rest.map((edit) => edit.id)])) this.stack.forget(id)
    const conflict = conflictOf(refusal, edits, rest)
    if (conflict) {
      this.#setConflicts([...this.#conflicts, conflict])
      // The viewer of the image may be closed.
      if (this.#listeners.size === 0) {
        tell(`Somebody else has changed what you changed on ${this.image.name}. Open the image to decide what stays.`)
      }
      return
    }
    if (refusal.error.code !== 'ERR_7001') {
      tell(refusal.error.detail)
      return
    }
    if (!refusal.current && edits.findLast(({ act }) => act === 'delete' || act === 'restore')?.act !== 'delete') {
      tell(`Somebody else has deleted an annotation of ${this.image.name} since, so it does not come back.`)
    }
    // There is nothing to decide: others have done the same to the object, or it is gone.
    if (rest.length > 0) this.outbox.add(rest)
  }

  #setConflicts(conflicts: readonly Conflict[]): void {
    this.#conflicts = conflicts
    for (const listener of this.#listeners) listener()
    guardLeaving()
  }
}

/**
 * By user and image. They outlive the viewer and a log-out, so that what is not stored is sent later all the same, when its user is back; never
 * as that of another user.
 */
const sessions = new Map<string, AnnotationSession>()

const unsaved = (): number => [...sessions.values()].reduce((sum, session) => sum + session.unsaved, 0)
/** Closing the tab would lose what is not stored: the browser asks first. */
const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
const guardLeaving = (): void => {
  if (unsaved() > 0) window.addEventListener('beforeunload', onLeave)
  else window.removeEventListener('beforeunload', onLeave)
}

bus.on('session/ended').subscribe(() => {
  for (const [key, session] of sessions) if (session.unsaved === 0) sessions.delete(key)
  const count = unsaved()
  if (count === 0) return
  const what = count === 1 ? '1 change is' : `${formatNumber(count)} changes are`
  tell(`${what} not saved. To send what is missing, log in again in this tab and open the image.`)
})

/** The session of a user on an image: the same one until they log out with everything saved. */
export const sessionOf = (queries: QueryClient, user: User, image: AnnotatedImage): AnnotationSession => {
  const key = `${user.id} ${image.id}`
  const session = sessions.get(key) ?? new AnnotationSession(queries, user, image)
  session.image = image
  sessions.set(key, session)
  return session
}
