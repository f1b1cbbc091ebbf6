import { useCallback, useEffect, useRef, useState } from 'react'
import type { LoadedPage, RemoteLoader } from './load-remote.ts'

/** `unavailable`: no version can show the page. */
export type RemotePageState = { kind: 'loading' } | { kind: 'ready'; page: LoadedPage } | { kind: 'unavailable' }

/** Loads a page of a remote, with the ways to skip its version and to start over. */
export function useRemotePage(loader: RemoteLoader, routeId: string) {
  const [state, setState] = useState<RemotePageState>({ kind: 'loading' })
  const latest = useRef(0)

  const load = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    setState({ kind: 'loading' })
    const next = await loader.load(routeId).then(
      (page): RemotePageState => ({ kind: 'ready', page }),
      (): RemotePageState => ({ kind: 'unavailable' }),
    )
    if (mine === latest.current) setState(next)
  }, [loader, routeId])

  useEffect(() => {
    void load()
    return () => {
      latest.current += 1
    }
  }, [load])

  /** Skips the version and loads the next one. */
  const reject = (version: string, stage: 'render' | 'chunk', error: unknown): void => {
    loader.reject(version, routeId, stage, error)
    void load()
  }
  /** Starts over with the version that is active by then. */
  const retry = async (): Promise<void> => {
    await loader.reset()
    await load()
  }
  return { state, reject, retry }
}
