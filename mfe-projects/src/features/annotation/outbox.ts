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
  /** Called when changes are stored. Until it has ended, they are still in `changes`. */
  onSaved: () => Promise<void>
  /** Called for a change that the server has refused: it is not made. */
  onRefused: (reason: string) => void
}

/** ms until changes are sent again; the last one is used from then on. */
const pauses = [1000, 2000, 5000, 10_000, 30_000]

/** Whether sending again may succeed without the user: no answer, a busy server, or one that fails. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiFailure) ||
  error.status === null ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status)

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
  #isSending = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

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

  /** @returns ends it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds changes and sends them. */
  add(changes: readonly AnnotationChange[]): void {
    this.#waiting = [...this.#waiting, ...changes]
    this.retry()
  }

  /** Sends what is kept now. */
  retry = (): void => {
    clearTimeout(this.#timer)
    if (this.#isSending || this.#waiting.length === 0) this.#tell()
    else void this.#send()
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
    this.#isSending = true
    while (this.#waiting.length > 0) {
      const batch = this.#take()
      this.#sent = batch
      this.#tell({ kind: 'saving' })
      try {
        this.#settle(batch, await this.#options.send(batch))
      } catch (error) {
        this.#keep(batch, error)
        return
      }
    }
    this.#isSending = false
    this.#tell({ kind: 'saved' })
    const settled = this.#settled
    await this.#options.onSaved()
    this.#settled = this.#settled.filter((change) => !settled.includes(change))
    this.#tell()
  }

  #settle(batch: readonly AnnotationChange[], outcomes: readonly AnnotationOutcome[]): void {
    this.#failures = 0
    this.#sent = []
    const refused = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : []))
    const ids = new Set(refused.map(({ id }) => id))
    this.#settled = [...this.#settled, ...batch.filter(({ id }) => !ids.has(id))]
    for (const reason of new Set(refused.map(({ error }) => error.detail))) this.#options.onRefused(reason)
  }

  #keep(batch: readonly AnnotationChange[], error: unknown): void {
    this.#isSending = false
    this.#sent = []
    this.#waiting = [...batch, ...this.#waiting]
    const isRetried = mayPass(error)
    if (isRetried) {
      const pause = pauses[Math.min(this.#failures, pauses.length - 1)]
      this.#timer = setTimeout(this.retry, pause)
    }
    this.#failures += 1
    const reason = error instanceof Error ? error.message : ''
    this.#tell({ kind: 'kept', count: this.#waiting.length, reason, isRetried })
  }

  #tell(state: SaveState = this.#state): void {
    this.#state = state.kind === 'kept' ? { ...state, count: this.#waiting.length } : state
    this.#changes = [...this.#settled, ...this.#sent, ...this.#waiting]
    for (const listener of this.#listeners) listener()
  }
}
