import { useCallback, useState } from 'react'
import { type Correction, isSameCorrection } from './correction.ts'

interface History {
  /** Key of the stored result that is being changed. */
  of: string
  now: Correction
  past: readonly Correction[]
  /** Name of a change that is not finished, such as a drag: further steps of it are undone with it. */
  open: string | null
}

/** Changes of a result that are not stored yet. */
export interface CorrectionChanges {
  now: Correction
  isChanged: boolean
  canUndo: boolean
  /** @param name - of a change in several steps, which is undone at once; absent: a change of its own */
  change: (next: (before: Correction) => Correction, name?: string) => void
  /** Ends a change in several steps. */
  finish: () => void
  undo: () => void
  /** Returns to the stored state. Can be undone. */
  discard: () => void
}

const startOf = (of: string, stored: Correction): History => ({ of, now: stored, past: [], open: null })

/**
 * The state of a result's correction with undo for the session.
 * @param of - key of the stored result; another one starts anew
 * @param stored - its state
 */
export const useCorrection = (of: string, stored: Correction): CorrectionChanges => {
  const [held, setHistory] = useState(() => startOf(of, stored))
  const history = held.of === of ? held : startOf(of, stored)
  if (held !== history) setHistory(history)
  const change = useCallback<CorrectionChanges['change']>((next, name) => {
    setHistory((before) => {
      const now = next(before.now)
      if (isSameCorrection(now, before.now)) return before
      const isStep = name !== undefined && name === before.open
      return { ...before, now, past: isStep ? before.past : [...before.past, before.now], open: name ?? null }
    })
  }, [])
  const finish = useCallback(() => setHistory((before) => ({ ...before, open: null })), [])
  const undo = useCallback(() => {
    setHistory((before) => {
      const last = before.past.at(-1)
      return last ? { ...before, now: last, past: before.past.slice(0, -1), open: null } : before
    })
  }, [])
  return {
    now: history.now,
    isChanged: !isSameCorrection(history.now, stored),
    canUndo: history.past.length > 0,
    change,
    finish,
    undo,
    discard: () => change(() => stored),
  }
}
