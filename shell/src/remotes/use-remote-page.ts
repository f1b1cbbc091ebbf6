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
async function stateOf(loader: RemoteLoader, routeId: string, page: LoadedPage): Promise<RemotePageState> {
  const { version, earlier } = page
  if (!(await hangWatch.takeHang(loader.app, version))) return { kind: 'ready', page }
  hangWatch.endStart(loader.app)
  loader.reportLate(version, routeId, 'hang', new Error('no response until the page was closed'))
  return earlier === null ? { kind: 'ready', page } : { kind: 'hung', page, earlier }
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
      (page) => stateOf(loader, routeId, page),
      (): RemotePageState => ({ kind: 'unavailable' }),
    )
    if (mine === latest.current) setState(next)
    else hangWatch.endStart(loader.app)
  }, [loader, routeId])

  useEffect(() => {
    void load()
    return () => {
      latest.current += 1
      hangWatch.endStart(loader.app)
    }
  }, [load, loader])

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
  const leave = (version: string): void => {
    loader.leave(version)
    void load()
  }
  const reportLate = (version: string, stage: LateStage, error: unknown): void =>
    loader.reportLate(version, routeId, stage, error)
  /** Shows a page although it did not respond before. */
  const show = (page: LoadedPage): void => setState({ kind: 'ready', page })
  return { state, reject, retry, leave, reportLate, show }
}
