import { useCallback, useEffect, useRef, useState } from 'react'
import { hangWatch } from './hang-watch.ts'
import type { LoadedPage, RemoteLoader } from './load-remote.ts'
import type { LateStage } from './remote-failure.ts'

/**
 * `unavailable`: no version can show the page; `hung`: it did not respond when it was open last, and another version is
 * there.
 */
export type RemotePageState =
  | { kind: 'loading' }
  | { kind: 'ready'; page: LoadedPage }
  | { kind: 'hung'; page: LoadedPage; earlier: string }
  | { kind: 'unavailable' }

/** Before a page that may hang again is shown, the user is asked. */
async function stateOf(app: string, page: LoadedPage): Promise<RemotePageState> {
  const { version, earlier } = page
  return earlier !== null && (await hangWatch.takeHang(app, version))
    ? { kind: 'hung', page, earlier }
    : { kind: 'ready', page }
}

/** Loads a page of a remote, with the ways to skip its version and to start over. */
export function useRemotePage(loader: RemoteLoader, routeId: string) {
  const [state, setState] = useState<RemotePageState>({ kind: 'loading' })
  const latest = useRef(0)

  const load = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    setState({ kind: 'loading' })
    const next = await loader.load(routeId).then(
      (page) => stateOf(loader.app, page),
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
  /** Leaves the version for the one before, for this session. */
  const leave = (version: string, stage: LateStage, error: unknown): void => {
    loader.leave(version, routeId, stage, error)
    void load()
  }
  /** Shows a page although it did not respond before. */
  const show = (page: LoadedPage): void => setState({ kind: 'ready', page })
  return { state, reject, retry, leave, show }
}
