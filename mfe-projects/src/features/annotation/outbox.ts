import { ApiFailure } from '@lamella/shared/api'
import { type AnnotationChange, type AnnotationOutcome, annotationLimits } from '@lamella/shared/contract'
import type { SavedChanges } from './api.ts'
import { changeOf, type Edit, type UnsentEdit } from './edit.ts'

/** How far the changes of an image are stored. */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** `count` changes could not be sent; `isRetried`: they will be by themselves, else the user must do something first. */
  | { kind: 'kept'; count: number; reason: string; isRetried: boolean }

interface OutboxOptions {
  send: (changes: AnnotationChange[]) => Promise<SavedChanges>
  /** Whether who made the changes is logged in: they are never sent as those of somebody else. */
  maySend: () => boolean
  /** Puts saved changes into the list of the server; until it has ended, they are still in `edits`. */
  onSaved: (edits: readonly Edit[], outcomes: readonly AnnotationOutcome[]) => Promise<void>
  /**
   * Called where the server has refused what was done to an object, with all edits of it that are not made now, oldest first. `rest`: those of
   * the other objects of its step, which are not made because of it.
   */
  onRefused: (refusal: Refusal, edits: readonly Edit[], rest: readonly Edit[]) => void
  /**
   * Called with an object whose own edits so far cannot be taken back any more, because the user goes on from what others have made of it, or
   * because they were given up.
   */
  onForgotten: (id: string) => void
}

/** Why the server has refused a change, and as what others have left its object. */
export type Refusal = Extract<AnnotationOutcome, { error: object }>

/** An edit that is to be sent. Without a base it is based on what the own last edit of the object makes. */
type Waiting = UnsentEdit

/** An edit with those of the same object that came after it, none of which is made. */
interface Unmade {
  refusal: Refusal
  edits: readonly [Edit, ...Edit[]]
}

/** ms until changes are sent again; the last one is used from then on. */
const pauses = [1000, 2000, 5000, 10_000, 30_000]
/** Characters of geometries in one call, of which the server takes 16 MiB. */
const longestCall = 8_000_000
const away = { reason: 'You are logged out.', isRetried: false }
const noAnswer = 'The server does not answer.'

/** The edits from the start on that the server makes together: those of one step, else one. */
const headOf = (waiting: readonly Waiting[], from: number): Waiting[] => {
  const step = waiting[from]?.edit.step
  let end = from + 1
  while (step !== undefined && waiting[end]?.edit.step === step) end += 1
  return waiting.slice(from, end)
}

/** Whether the server may have made the changes all the same. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === null || error.status >= 500

const reasonOf = (error: unknown): string =>
  error instanceof ApiFailure && error.status !== null ? error.message : noAnswer

/** Whether sending again may succeed without the user: no answer, a busy server, or one that fails. */
const mayPass = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof ApiFailure && [408, 429].includes(error.status ?? 0))

/**
 * Sends edits of the annotations of one image in their order, one call at a time, and keeps what could not be sent until it can. Sending an
 * edit twice makes it once, so an answer that was lost does no harm.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listeners = new Set<() => void>()
  #waiting: readonly Waiting[] = []
  #sent: readonly Waiting[] = []
  #settled: readonly Edit[] = []
  #edits: readonly Edit[] = []
  #state: SaveState = { kind: 'saved' }
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isSending = false
  /** Creations that may have been made although there was no answer. */
  readonly #uncertain = new Set<string>()
  /** Edits from its creation on of an object that was deleted before it was made, by its id. */
  readonly #cancelled = new Map<string, readonly Waiting[]>()
  /** Revision of each object after the last own edit that was saved. */
  readonly #own = new Map<string, number>()
  /** The next revision of regions whose marks fell by own edits, by id and revision: who has seen that one goes on from it. */
  readonly #unmarked = new Map<string, number>()

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Edits that the list of the server may not have yet, oldest first. The same array until they change. */
  get edits(): readonly Edit[] {
    return this.#edits
  }

  get state(): SaveState {
    return this.#state
  }

  /** What is not stored, oldest first, for another tab to take over. */
  get unsent(): UnsentEdit[] {
    const seen = new Set<string>()
    return [...this.#sent, ...this.#waiting].map(({ edit, base }) => {
      const isFirst = !seen.has(edit.id)
      seen.add(edit.id)
      return { edit, base: base ?? (isFirst ? this.#own.get(edit.id) : undefined) }
    })
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

  /** Adds edits and sends them. */
  add(edits: readonly Edit[]): void {
    const before = new Set(this.#waiting)
    for (const edit of edits) this.#push(edit)
    // What comes back with its later edits must not part the step in which it does.
    const rank = (waiting: Waiting): number => (before.has(waiting) ? 0 : waiting.edit.step ? 1 : 2)
    this.#waiting = this.#waiting.toSorted((one, other) => rank(one) - rank(other))
    this.retry()
  }

  /** Sends what another tab has left, before anything else. It may have been made: then the answer was lost. */
  adopt(unsent: readonly UnsentEdit[]): void {
    for (const { edit } of unsent) if (edit.act === 'create') this.#uncertain.add(edit.id)
    this.#waiting = [...unsent, ...this.#waiting]
    this.retry()
  }

  /** Sends what is kept now. */
  retry = (): void => {
    clearTimeout(this.#timer)
    if (this.#isSending) this.#tell()
    else if (this.#waiting.length === 0) this.#tell({ kind: 'saved' })
    else void this.#sendAll()
  }

  /** Gives up what could not be sent. */
  discard = (): void => {
    const ids = new Set(this.#waiting.map(({ edit }) => edit.id))
    this.#waiting = []
    for (const id of ids) this.#options.onForgotten(id)
    this.retry()
  }

  #waitingOf(id: string): readonly Waiting[] {
    return this.#waiting.filter(({ edit }) => edit.id === id)
  }

  /** Where the user goes on from what others have made since their own last edit, that is the base; else the own edit, made or not. */
  #baseOf(edit: Edit): number | undefined {
    const { id } = edit
    const seen = (edit.act === 'create' ? null : edit.seen) ?? null
    if (seen === null || [...this.#sent, ...this.#waiting].some((waiting) => waiting.edit.id === id)) return undefined
    const own = this.#own.get(id)
    // What was seen may be from before own edits, as in an undo of "Keep theirs".
    if (own !== undefined && own >= seen) return own
    if (own !== undefined) this.#options.onForgotten(id)
    return seen
  }

  /** What was never made needs no deletion: it might wait behind a creation that is refused for ever. */
  #push(done: Edit): void {
    // The same one may be done again, after it was taken back.
    const edit = { ...done }
    const { act, id } = edit
    const isUnmade = this.#waitingOf(id)[0]?.edit.act === 'create' && !this.#uncertain.has(id)
    if (act === 'delete' && isUnmade) {
      this.#cancelled.set(id, this.#waitingOf(id))
      this.#waiting = this.#waiting.filter(({ edit: waiting }) => waiting.id !== id)
      return
    }
    if (act === 'delete' && this.#cancelled.has(id)) return
    const made = act === 'restore' ? this.#cancelled.get(id) : undefined
    this.#cancelled.delete(id)
    this.#waiting = [...this.#waiting, ...(made ?? [{ edit, base: this.#baseOf(edit) }])]
  }

  /** The next edits of which each object is named once, as many as a call may have. */
  #take(): Waiting[] {
    const named = new Set<string>()
    const taken: Waiting[] = []
    let length = 0
    while (taken.length < this.#waiting.length) {
      const head = headOf(this.#waiting, taken.length)
      length += head.reduce((sum, { edit }) => sum + ('geometry' in edit ? (edit.geometry?.length ?? 0) : 0), 0)
      const isFull = taken.length + head.length > annotationLimits.changes || length > longestCall
      if (head.some(({ edit }) => named.has(edit.id)) || (taken.length > 0 && isFull)) break
      for (const { edit } of head) named.add(edit.id)
      // From now on it has the revision that it is sent with, also where it is sent again.
      taken.push(...head.map((waiting) => ({ ...waiting, base: this.#sentBase(waiting) })))
    }
    this.#waiting = this.#waiting.slice(taken.length)
    return taken
  }

  #sentBase({ edit: { id }, base = this.#own.get(id) }: Waiting): number | undefined {
    return this.#unmarked.get(`${id} ${base}`) ?? base
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    try {
      while (this.#waiting.length > 0) {
        const failure = this.#options.maySend() ? await this.#send() : away
        if (failure) return this.#keep(failure.reason, failure.isRetried)
      }
    } finally {
      this.#isSending = false
    }
    this.#tell({ kind: 'saved' })
  }

  /** Sends what fits into one call. @returns why it could not be sent; null: it was */
  async #send(): Promise<{ reason: string; isRetried: boolean } | null> {
    const batch = this.#take()
    this.#sent = batch
    this.#tell({ kind: 'saving' })
    try {
      this.#settle(batch, await this.#options.send(batch.map(({ edit, base }) => changeOf(edit, base))))
      return null
    } catch (error) {
      if (isUnanswered(error)) for (const { edit } of batch) this.#uncertain.add(edit.id)
      this.#sent = []
      this.#waiting = [...batch, ...this.#waiting]
      return this.#options.maySend() ? { reason: reasonOf(error), isRetried: mayPass(error) } : away
    }
  }

  #settle(batch: readonly Waiting[], { outcomes, unmarked = [] }: SavedChanges): void {
    this.#failures = 0
    this.#sent = []
    const refusals = new Map(outcomes.flatMap((outcome) => ('error' in outcome ? [[outcome.id, outcome]] : [])))
    const created = new Set(batch.flatMap(({ edit }) => (edit.act === 'create' ? [edit.id] : [])))
    for (const outcome of outcomes) {
      // A creation that is sent again may be answered with what others have made of it since, unseen.
      if ('revision' in outcome) this.#own.set(outcome.id, created.has(outcome.id) ? 1 : outcome.revision)
    }
    for (const { id, revision } of unmarked) {
      this.#unmarked.set(`${id} ${revision - 1}`, revision)
      if (this.#own.get(id) === revision - 1) this.#own.set(id, revision)
    }
    const made = batch.map(({ edit }) => edit).filter(({ id }) => !refusals.has(id))
    this.#settled = [...this.#settled, ...made]
    this.#refuse(
      batch.flatMap(({ edit }) => {
        const refusal = refusals.get(edit.id)
        return refusal ? [{ refusal, edits: this.#dropped(edit) }] : []
      }),
    )
    void this.#options.onSaved(made, outcomes).then(() => {
      this.#settled = this.#settled.filter((edit) => !made.includes(edit))
      this.#tell()
    })
  }

  /** What was done to the object after the refused edit would be done to something else. @returns all that is not made */
  #dropped(edit: Edit): Unmade['edits'] {
    const later = this.#waitingOf(edit.id)
    this.#waiting = this.#waiting.filter((waiting) => !later.includes(waiting))
    return [edit, ...later.map((waiting) => waiting.edit)]
  }

  #refuse(unmade: readonly Unmade[]): void {
    const told = new Set<Unmade>()
    const isRest = ({ refusal }: Unmade): boolean => refusal.error.code === 'ERR_7010'
    for (const one of unmade.toSorted((first, second) => Number(isRest(first)) - Number(isRest(second)))) {
      if (told.has(one)) continue
      const [{ step }] = one.edits
      const rest = unmade.filter(
        (other) => other !== one && !told.has(other) && isRest(other) && other.edits[0].step === step,
      )
      for (const each of [one, ...rest]) told.add(each)
      const { id, current } = one.refusal
      if (current) this.#own.set(id, current.revision)
      else this.#own.delete(id)
      this.#options.onRefused(
        one.refusal,
        one.edits,
        rest.flatMap(({ edits }) => edits),
      )
    }
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
    this.#edits = [...this.#settled, ...[...this.#sent, ...this.#waiting].map(({ edit }) => edit)]
    for (const listener of this.#listeners) listener()
  }
}
