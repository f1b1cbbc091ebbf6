import type { AnnotationOutcome } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { annotationsSaved } from '@lamella/shared/queries/annotation-layer.ts'
import { currentUserAtom, store } from '@lamella/shared/session'
import { formatNumber } from '@lamella/shared/ui'
import type { QueryClient } from '@tanstack/react-query'
import { uuidv7 } from 'uuidv7'
import { saveChanges } from './api.ts'
import { CommandStack } from './command-stack.ts'
import { type Conflict, conflictOf, type Resolution, resolutionOf } from './conflict.ts'
import type { StoredObject } from './drawn-objects.ts'
import type { AnnotatedImage, Edit } from './edit.ts'
import { imagesWithKeptEdits, KeptEdits } from './kept-edits.ts'
import { mergeSaved } from './merge-saved.ts'
import { Outbox, type Refusal } from './outbox.ts'

interface User {
  id: string
  fullName: string
}

const say = (kind: 'success' | 'error', detail: string): void =>
  bus.emit('toast/show', { kind, title: 'Annotations', detail, sticky: kind === 'error' })
const tell = (detail: string): void => say('error', detail)

const changes = (count: number): string => (count === 1 ? '1 change' : `${formatNumber(count)} changes`)

/** What one user does to the annotations of one image in this tab. What is not stored is kept in the browser too. */
export class AnnotationSession {
  /** Of its changes, to know their events. */
  readonly origin = uuidv7()
  readonly outbox: Outbox
  readonly stack: CommandStack
  /** As it is now: it may be moved to another project. */
  image: AnnotatedImage
  readonly #listeners = new Set<() => void>()
  readonly #kept: KeptEdits
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
    this.#kept = new KeptEdits({
      user: user.id,
      session: this.origin,
      image: () => this.image,
      onChange: () => this.#tell(),
    })
    this.outbox.subscribe(() => this.#keep())
    void this.#adopt()
  }

  /** What others have changed too, for the user to decide. The same array until it changes. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts
  }

  /** Changes that are not stored, or not decided. */
  get unsaved(): number {
    return this.outbox.unsaved + this.#conflicts.length
  }

  /** Whether what is not stored outlives the tab. */
  get isKept(): boolean {
    return this.unsaved === 0 || this.#kept.isKept
  }

  /** Reports changes of the conflicts, and of `isKept`. @returns ends it */
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
      this.#decideLater([...this.#conflicts, conflict])
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
    this.#keep()
  }

  #keep(): void {
    this.#kept.keep(this.outbox.unsent, this.#conflicts)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
    guardLeaving()
  }

  /** Goes on with what closed tabs have left. */
  async #adopt(): Promise<void> {
    const { unsent, conflicts } = await this.#kept.adopt()
    if (conflicts.length > 0) this.#decideLater([...conflicts, ...this.#conflicts])
    if (unsent.length === 0) return
    const end = this.outbox.subscribe(() => {
      const { state } = this.outbox
      if (state.kind === 'saving' || (state.kind === 'kept' && state.isRetried)) return
      end()
      const what = `${changes(unsent.length)} of ${this.image.name} that this browser`
      if (state.kind === 'kept') tell(`Not saved: ${what} keeps. ${state.reason}`)
      else if (this.#conflicts.length === 0) say('success', `Saved: ${what} had kept.`)
    })
    this.outbox.adopt(unsent)
  }

  /** The viewer of the image may be closed. */
  #decideLater(conflicts: readonly Conflict[]): void {
    this.#setConflicts(conflicts)
    if (this.#listeners.size === 0) {
      tell(`Somebody else has changed what you changed on ${this.image.name}. Open the image to decide what stays.`)
    }
  }
}

/**
 * By user and image. They outlive the viewer and a log-out, so that what is not stored is sent later all the same, when its user is back; never
 * as that of another user.
 */
const sessions = new Map<string, AnnotationSession>()

/** Where the browser keeps nothing, closing the tab would lose what is not stored: it asks first. */
const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
const guardLeaving = (): void => {
  if ([...sessions.values()].some(({ isKept }) => !isKept)) window.addEventListener('beforeunload', onLeave)
  else window.removeEventListener('beforeunload', onLeave)
}

bus.on('session/ended').subscribe(() => {
  for (const [key, session] of sessions) if (session.unsaved === 0) sessions.delete(key)
  const left = [...sessions.values()]
  const count = left.reduce((sum, { unsaved }) => sum + unsaved, 0)
  if (count === 0) return
  const then = left.every(({ isKept }) => isKept)
    ? 'This browser keeps what is missing, and sends it when you log in again.'
    : 'To send what is missing, log in again in this tab and open the image.'
  tell(`${changes(count)} not saved. ${then}`)
})

const keyOf = (user: User, image: AnnotatedImage): string => `${user.id} ${image.id}`

/** The session of a user on an image: the same one until they log out with everything saved. */
export const sessionOf = (queries: QueryClient, user: User, image: AnnotatedImage): AnnotationSession => {
  const key = keyOf(user, image)
  const session = sessions.get(key) ?? new AnnotationSession(queries, user, image)
  session.image = image
  sessions.set(key, session)
  return session
}

/** Sends what a user has drawn on any image in tabs that are closed now, or before they were logged out. */
export const sendKeptEdits = async (queries: QueryClient, user: User): Promise<void> => {
  for (const image of await imagesWithKeptEdits(user.id)) {
    // A page that shows the image knows better what it is called and where it lies by now.
    const session = sessions.get(keyOf(user, image)) ?? sessionOf(queries, user, image)
    session.outbox.retry()
  }
}
