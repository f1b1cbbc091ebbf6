import { useEffect, useRef, useState } from 'react'
import type { MovieProgress } from './movie-format.ts'

/** One recording at a time. */
export interface Recording {
  /** Null: nothing runs. */
  progress: MovieProgress | null
  /** In words, of the last one; null: none. */
  error: string | null
  /** Ends with the movie, or without one when it failed or was cancelled. */
  start: (record: (report: (now: MovieProgress) => void, signal: AbortSignal) => Promise<Blob>) => Promise<Blob | null>
  cancel: () => void
}

/** State of a recording, which ends with the component. */
export const useRecording = (): Recording => {
  const [progress, setProgress] = useState<MovieProgress | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const cancel = (): void => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  return {
    progress,
    error,
    cancel,
    start: async (record) => {
      const controller = new AbortController()
      running.current = controller
      setError(null)
      setProgress({ frames: 0, bytes: 0 })
      try {
        return await record(setProgress, controller.signal)
      } catch (failure) {
        if (!controller.signal.aborted)
          setError(failure instanceof Error ? failure.message : 'The movie could not be made.')
        return null
      } finally {
        setProgress(null)
      }
    },
  }
}
