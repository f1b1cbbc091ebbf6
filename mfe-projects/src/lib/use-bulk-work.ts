import { useRef, useState } from 'react'

/** So few images are done before progress could be read. */
const few = 10
/** Milliseconds after which progress of a few images is said too. */
const shownAfter = 500
/** Milliseconds from one number to the next: more often it could not be read. */
const pace = 250

export interface Progress {
  done: number
  total: number
}

/** Work on items, one by one, as it is for what does it. */
export interface BulkRun {
  /** Aborted: items that have not begun stay as they are. */
  signal: AbortSignal
  /** An item is over, well or not. */
  step: () => void
}

export interface BulkWork {
  isRunning: boolean
  /** Null: nothing runs, or what runs is over in a moment. */
  progress: Progress | null
  /** @param total - number of items, as far as it is known @returns what the work returns */
  run: <Result>(total: number, work: (run: BulkRun) => Promise<Result>) => Promise<Result>
  /** What was done stays done. */
  stop: () => void
}

/** Progress of work on items that is done one by one and can be stopped. */
export const useBulkWork = (): BulkWork => {
  const [isRunning, setIsRunning] = useState(false)
  const [progress, setProgress] = useState<Progress | null>(null)
  const stopper = useRef<AbortController>(null)
  const run = async <Result>(total: number, work: (run: BulkRun) => Promise<Result>): Promise<Result> => {
    const controller = new AbortController()
    stopper.current = controller
    let done = 0
    const began = performance.now()
    const show = (): void => {
      // Of one item there is nothing to say, and nothing to stop.
      if (total <= few && (total <= 1 || performance.now() - began < shownAfter)) return
      const next = { done, total: Math.max(total, done) }
      setProgress((before) => (before?.done === done ? before : next))
    }
    setIsRunning(true)
    show()
    const timer = setInterval(show, pace)
    try {
      return await work({ signal: controller.signal, step: () => done++ })
    } finally {
      clearInterval(timer)
      setProgress(null)
      setIsRunning(false)
    }
  }
  return { isRunning, progress, run, stop: () => stopper.current?.abort() }
}
