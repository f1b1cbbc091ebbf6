import { delay } from './delay.ts'

/** Whether the server can be reached. */
export interface ConnectionState {
  /** It answered neither a call nor the probe that followed it. */
  down: boolean
  /** A call that changes something got no answer: whether it was carried out is not known. */
  unansweredWrite: boolean
}

/** Milliseconds between two probes, doubled each time up to `longestWait` (ADR 41). */
const firstWait = 1000
const longestWait = 30_000

const connected: ConnectionState = { down: false, unansweredWrite: false }
const listeners = new Set<() => void>()
let state = connected
let ask: () => Promise<boolean> = async () => true
/** Aborts the probes under way, when another call is answered; null: none are. */
let probing: AbortController | null = null
/** Aborts the pause between two probes. */
let waiting = new AbortController()

const set = (next: ConnectionState): void => {
  if (next.down === state.down && next.unansweredWrite === state.unansweredWrite) return
  state = next
  for (const listener of listeners) listener()
}

const probe = async ({ signal }: AbortController): Promise<void> => {
  let wait = firstWait
  while (!signal.aborted) {
    const answered = await ask()
    if (signal.aborted) return
    if (answered) {
      noteAnswer()
      return
    }
    set({ ...state, down: true })
    waiting = new AbortController()
    await delay(wait, waiting.signal)
    wait = waiting.signal.aborted ? firstWait : Math.min(wait * 2, longestWait)
  }
}

/** Records that a call was answered, with whatever status. */
export const noteAnswer = (): void => {
  probing?.abort()
  probing = null
  waiting.abort()
  set(connected)
}

/**
 * Records that a call was not answered, and starts the probes: one lost call does not prove that the server is down.
 */
export const noteNoAnswer = (): void => {
  if (probing !== null) return
  probing = new AbortController()
  void probe(probing)
}

/** Records that a call which changes something was not answered. */
export const noteUnansweredWrite = (): void => {
  // While the server answers other calls, one lost call is no reason for the banner.
  if (probing !== null) set({ ...state, unansweredWrite: true })
}

/** Sets how the server is probed. @param question - resolves to whether it answers; never throws */
export const probeWith = (question: () => Promise<boolean>): void => {
  ask = question
}

/** Whether the server answers: concluded from all calls, and from probes after a call without an answer. */
export const connection = {
  /** @returns unsubscribe */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  snapshot: (): ConnectionState => state,
  /** Probes at once instead of at the end of the present pause. */
  retry: (): void => waiting.abort(),
  /** Starts probes after something outside the API, such as a script, could not be loaded. */
  check: noteNoAnswer,
  /**
   * Calls `work` each time that the server answers again after it did not.
   * @returns unsubscribe
   */
  onRecovery(work: () => void): () => void {
    let wasDown = state.down
    return connection.subscribe(() => {
      const recovered = wasDown && !state.down
      wasDown = state.down
      if (recovered) work()
    })
  },
}
