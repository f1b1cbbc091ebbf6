import { ApiFailure } from '@lamella/shared/api'
import { type AnnotationChange, type AnnotationOutcome, annotationLimits } from '@lamella/shared/contract'

/** How far the changes of an image are stored. */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** `count` changes could not be sent; `isRetried`: they will be by themselves, else the user must do something first. */
  | { kind: 'kept'; count: number; reason: string; isRetried: boolean }

interface OutboxOptions {
  send: (changes: AnnotationChange[]) => Promise<AnnotationOutcome[]>
  /** Whether who made the changes is logged in: they are never sent as those of somebody else. */
  maySend: () => boolean
  /**
   * Puts saved changes into the list of the server; until it has ended, they are still in `changes`.
   * @returns false: the list is not loaded, and they stay
   */
  onSaved: (changes: readonly AnnotationChange[], outcomes: readonly AnnotationOutcome[]) => Promise<boolean>
  /** Called for changes that the server has refused: they are not made. */
  onRefused: (reason: string) => void
}

/** ms until changes are sent again; the last one is used from then on. */
const pauses = [1000, 2000, 5000, 10_000, 30_000]
const loggedOut = 'You are logged out.'
const noAnswer = 'The server does not answer.'

/** Whether the server may have made the changes all the same. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === null || error.status >= 500

const reasonOf = (error: unknown): string =>
  error instanceof ApiFailure && error.status !== null ? error.message : noAnswer

/** Whether sending again may succeed without the user: no answer, a busy server, or one that fails. */
const mayPass = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof ApiFailure && [408, 429].includes(error.status ?? 0))

/**
 * Sends changes of the annotations of one image in their order, one call at a time, and keeps what could not be sent until it can. Sending a
 * change twice makes it once, so an answer that was lost does no harm.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = new Set<() => void>()
  #waiting: readonly AnnotationChange[] = []
  #sent: readonly AnnotationChange[] = []
  #settled: readonly AnnotationChange[] = []
  #changes: readonly AnnotationChange[] = []
  #state: SaveState = { kind: 'saved' }
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** Creations that may have been made although there was no answer. */
  readonly #uncertain = new Set<string>()
  /** Creations that were taken back before they were made, by the id of their object. */
  readonly #cancelled = new Map<string, AnnotationChange>()

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Changes that the list of the server may not have yet, oldest first. The same array until they change. */
  get changes(): readonly AnnotationChange[] {
    return this.#changes
  }

  get state(): SaveState {
    return this.#state
  }

  /** Changes that are not stored. */
  get unsaved(): number {
    return this.#sent.length + this.#waiting.length
  }

  /** @returns ends it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds changes and sends them. */
  add(changes: readonly AnnotationChange[]): void {
    for (const change of changes) this.#push(change)
    this.retry()
  }

  /** Sends what is kept now. */
  retry = (): void => {
    clearTimeout(this.#timer)
    if (this.#sent.length > 0) this.#tell()
    else if (this.#waiting.length === 0) this.#tell({ kind: 'saved' })
    else void this.#send()
  }

  /** Gives up what could not be sent. */
  discard = (): void => {
    for (const change of this.#waiting) {
      if (change.act === 'create' && !this.#uncertain.has(change.id)) this.#cancelled.set(change.id, change)
    }
    this.#waiting = []
    this.retry()
  }

  /** What was never made needs no deletion: it might wait behind a creation that is refused for ever. */
  #push(change: AnnotationChange): void {
    const { act, id } = change
    const creation = this.#waiting.find((waiting) => waiting.id === id && waiting.act === 'create')
    if (act === 'delete' && creation && !this.#uncertain.has(id)) {
      this.#waiting = this.#waiting.filter((waiting) => waiting.id !== id)
      this.#cancelled.set(id, creation)
      return
    }
    if (act === 'delete' && this.#cancelled.has(id)) return
    const made = act === 'restore' ? this.#cancelled.get(id) : undefined
    this.#cancelled.delete(id)
    this.#waiting = [...this.#waiting, made ?? change]
  }

  /** The next changes of which each object is named once. */
  #take(): AnnotationChange[] {
    const named = new Set<string>()
    const taken: AnnotationChange[] = []
    for (const change of this.#waiting) {
      if (named.has(change.id) || taken.length === annotationLimits.changes) break
      named.add(change.id)
      taken.push(change)
    }
    this.#waiting = this.#waiting.slice(taken.length)
    return taken
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (!this.#options.maySend()) return this.#keep(loggedOut, false)
      const batch = this.#take()
      this.#sent = batch
      this.#tell({ kind: 'saving' })
      try {
        this.#settle(batch, await this.#options.send(batch))
      } catch (error) {
        if (isUnanswered(error)) for (const { id } of batch) this.#uncertain.add(id)
        this.#sent = []
        this.#waiting = [...batch, ...this.#waiting]
        return this.#options.maySend() ? this.#keep(reasonOf(error), mayPass(error)) : this.#keep(loggedOut, false)
      }
    }
    this.#tell({ kind: 'saved' })
  }

  #settle(batch: readonly AnnotationChange[], outcomes: readonly AnnotationOutcome[]): void {
    this.#failures = 0
    this.#sent = []
    const refused = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : []))
    const ids = new Set(refused.map(({ id }) => id))
    const made = batch.filter(({ id }) => !ids.has(id))
    this.#settled = [...this.#settled, ...made]
    for (const reason of new Set(refused.map(({ error }) => error.detail))) this.#options.onRefused(reason)
    void this.#options.onSaved(made, outcomes).then((isInList) => {
      if (isInList) this.#settled = this.#settled.filter((change) => !made.includes(change))
      this.#tell()
    })
  }

  #keep(reason: string, isRetried: boolean): void {
    if (isRetried) {
      const pause = pauses[Math.min(this.#failures, pauses.length - 1)]
      this.#timer = setTimeout(this.retry, pause)
    }
    this.#failures += 1
    this.#tell({ kind: 'kept', count: this.#waiting.length, reason, isRetried })
  }

  #tell(state: SaveState = this.#state): void {
    this.#state = state
    this.#changes = [...this.#settled, ...this.#sent, ...this.#waiting]
    for (const listener of this.#listeners) listener()
  }
}
