import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type TourStep, targetOf } from './tour-step.ts'

/**
 * completed: the last step's button was used; skipped: the user left, or the first target was missing; reset: a later
 * target was missing.
 */
export type TourEnd = 'completed' | 'skipped' | 'reset'

/** State and controls of a tour in progress. */
export interface RunningTour {
  /** Null while a step is being prepared whose target is waited for. */
  step: TourStep | null
  /** Number of the step, from 1. */
  number: number
  total: number
  next: () => void
  back: () => void
  skip: () => void
}

type Move = 'start' | 'forward' | 'back'

/** Milliseconds between two looks for a target that is waited for. */
const lookInterval = 100

/**
 * State machine of a tour; it starts when mounted (D2-2-99). A missing target skips the tour at the start (D2-2-106)
 * and resets it on a forward move (D2-2-104), unless its step is optional and passed over (D2-2-105).
 * @param all - must not change while the tour runs
 * @param onEnd - called once, after the close action of the last step that was shown
 */
export const useTour = (all: readonly TourStep[], onEnd: (end: TourEnd, shown: boolean) => void): RunningTour => {
  const steps = useMemo(() => all.filter(({ skipped }) => !skipped), [all])
  const [index, setIndex] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ended = useRef(false)

  const end = useCallback(
    (how: TourEnd, shown: boolean): void => {
      if (ended.current) return
      ended.current = true
      clearTimeout(timer.current)
      onEnd(how, shown)
    },
    [onEnd],
  )
  const enter = useCallback(
    (next: number, move: Move): void => {
      const step = steps[next]
      if (!step) {
        end(move === 'forward' ? 'completed' : 'skipped', move === 'forward')
        return
      }
      step.action?.()
      const miss = (): void => {
        step.closeAction?.()
        if (step.optional) enter(move === 'back' ? next - 1 : next + 1, move)
        else if (move === 'start') end('skipped', false)
        // Back to a page that has lost its target: its step would be shown at nothing.
        else if (move === 'forward' || step.patience) end('reset', true)
      }
      const look = (patience: number): void => {
        if (targetOf(step)) setIndex(next)
        else if (patience <= 0) miss()
        else {
          setIndex(null)
          timer.current = setTimeout(() => look(patience - lookInterval), lookInterval)
        }
      }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => look(step.patience ?? 0), step.delay ?? 0)
    },
    [steps, end],
  )
  useEffect(() => {
    ended.current = false
    enter(0, 'start')
    return () => clearTimeout(timer.current)
  }, [enter])

  const step = index === null ? null : (steps[index] ?? null)
  const leave = (): void => step?.closeAction?.()
  return {
    step,
    number: (index ?? 0) + 1,
    total: steps.length,
    next: () => {
      leave()
      enter((index ?? 0) + 1, 'forward')
    },
    back: () => {
      leave()
      enter(Math.max((index ?? 0) - 1, 0), 'back')
    },
    skip: () => {
      leave()
      end('skipped', true)
    },
  }
}
