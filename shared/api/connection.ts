import { pause } from './pause.ts'

/** What is known of the server. */
export interface ConnectionState {
  /** It answered neither a call nor the probe that followed it. */
  down: boolean
  /** A call that changes something was left without an answer: whether it was carried out is not known. */
  unansweredWrite: boolean
}

/** Milliseconds between two probes: doubled each time, up to the last. */
const firstWait = 1000
const longestWait = 30_000

const connected: ConnectionState = { down: false, unansweredWrite: false }
const listeners = new Set<() => void>()
let state = connected
let ask: () => Promise<boolean> = async () => true
/** Of the probes that are under way: aborted when another call was answered. Null: none are. */
let probing: AbortController | null = null
/** Of the pause between two probes. */
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
    await pause(wait, waiting.signal)
    wait = waiting.signal.aborted ? firstWait : Math.min(wait * 2, longestWait)
  }
}

/** A call was answered, whatever with. */
export const noteAnswer = (): void => {
  probing?.abort()
  probing = null
  waiting.abort()
  set(connected)
}

/** A call was not answered. One call proves little: probes find out whether the server is the reason. */
export const noteNoAnswer = (): void => {
  if (probing !== null) return
  probing = new AbortController()
  void probe(probing)
}

/** What was to be changed may have been changed, or not. */
export const noteUnansweredWrite = (): void => {
  // Nobody is told of a call that the server has lost while it answers others.
  if (probing !== null) set({ ...state, unansweredWrite: true })
}

/** @param question - resolves to whether the server answers; never throws */
export const probeWith = (question: () => Promise<boolean>): void => {
  ask = question
}

/** Whether the server answers: seen from all calls, and from probes after one that was not answered. */
export const connection = {
  /** @returns unsubscribe */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  snapshot: (): ConnectionState => state,
  /** Probes at once instead of at the end of the present pause. */
  retry: (): void => waiting.abort(),
  /** Something that comes from the server past the API, such as a script, could not be loaded. */
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
