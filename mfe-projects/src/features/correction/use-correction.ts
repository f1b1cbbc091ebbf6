import { useAtom } from 'jotai'
import { useCallback } from 'react'
import { type Correction, isSameCorrection } from './correction.ts'
import { type Draft, draftsAtom } from './drafts.ts'

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
  /** Forgets the changes, because they have been stored as another result. */
  forget: () => void
}

/**
 * The state of a result's correction, with undo, until the log-out or the end of the tab.
 * @param of - key of the stored result (`draftKey`)
 * @param stored - its state; must be stable across renders
 */
export const useCorrection = (of: string, stored: Correction): CorrectionChanges => {
  const [drafts, setDrafts] = useAtom(draftsAtom)
  const { now, past, isChanged } = drafts.get(of) ?? { now: stored, past: [], isChanged: false }
  const put = useCallback(
    (next: (before: Draft) => Pick<Draft, 'now' | 'past' | 'open'>) =>
      setDrafts((all) => {
        const before = all.get(of) ?? { now: stored, past: [], open: null, isChanged: false }
        const after = next(before)
        return after === before
          ? all
          : new Map(all).set(of, { ...after, isChanged: !isSameCorrection(after.now, stored) })
      }),
    [of, stored, setDrafts],
  )
  const change = useCallback<CorrectionChanges['change']>(
    (next, name) =>
      put((before) => {
        const changed = next(before.now)
        if (isSameCorrection(changed, before.now)) return before
        const isStep = name !== undefined && name === before.open
        return { now: changed, past: isStep ? before.past : [...before.past, before.now], open: name ?? null }
      }),
    [put],
  )
  return {
    now,
    isChanged,
    canUndo: past.length > 0,
    change,
    finish: useCallback(() => put((before) => ({ ...before, open: null })), [put]),
    undo: useCallback(
      () =>
        put((before) => {
          const last = before.past.at(-1)
          return last ? { now: last, past: before.past.slice(0, -1), open: null } : before
        }),
      [put],
    ),
    discard: () => change(() => stored),
    forget: () => setDrafts((all) => new Map([...all].filter(([key]) => key !== of))),
  }
}
