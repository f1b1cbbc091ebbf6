import { bus } from '@lamella/shared/events'
import { LoadingRows } from '@lamella/shared/ui/feedback/loading-rows.tsx'
import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { AreaFailure } from './area-failure.tsx'
import type { Remote } from './remotes.ts'
import { useRemotePage } from './use-remote-page.ts'

interface RemotePageProps {
  remote: Remote
  routeId: string
}

/** A page of a remote in the newest version that works; without one, an error in place of this area only. */
export function RemotePage({ remote, routeId }: RemotePageProps) {
  const { state, reject, retry } = useRemotePage(remote.loader, routeId)
  const { key } = useLocation()
  if (state.kind === 'loading') return <LoadingRows />
  if (state.kind === 'unavailable') return <AreaFailure area={remote.area} onRetry={() => void retry()} />
  const { Page, version, newest } = state.page
  return (
    <PageBoundary
      key={version}
      place={key}
      area={remote.area}
      onUnusable={(stage, error) => reject(version, stage, error)}
    >
      <Page />
      {!newest && <EarlierVersionNotice remote={remote} />}
    </PageBoundary>
  )
}

/** Ids of the remotes for which the notice was shown. */
const noticed = new Set<string>()

function EarlierVersionNotice({ remote }: { remote: Remote }) {
  useEffect(() => {
    if (noticed.has(remote.manifest.id)) return
    noticed.add(remote.manifest.id)
    bus.emit('toast/show', {
      kind: 'info',
      title: `An earlier version of ${remote.area} is shown`,
      detail: 'The newest version did not work in this browser. Your data is not affected.',
    })
  }, [remote])
  return null
}

interface BoundaryProps {
  /** Key of the location: a navigation clears the error. */
  place: string
  area: string
  /** The version cannot show this page: its first render threw, or a chunk of it is missing. */
  onUnusable: (stage: 'render' | 'chunk', error: unknown) => void
  children: ReactNode
}

/**
 * Distinguishes broken versions from page errors: a throw before the first render and a chunk that does not load count
 * against the version; any other error is shown in place of the page.
 */
class PageBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  #shown = false

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown') }
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkError(error)) this.props.onUnusable('chunk', error)
    else if (!this.#shown) this.props.onUnusable('render', error)
  }

  override componentDidUpdate({ place }: BoundaryProps): void {
    if (place !== this.props.place) this.#recover()
  }

  #recover = (): void => {
    if (this.state.error !== null) this.setState({ error: null })
  }

  #markShown = (): void => {
    this.#shown = true
  }

  override render(): ReactNode {
    if (this.state.error !== null) {
      return this.#shown ? <AreaFailure area={this.props.area} onRetry={this.#recover} /> : <LoadingRows />
    }
    return (
      <Suspense fallback={<LoadingRows />}>
        {this.props.children}
        <AfterFirstRender onShown={this.#markShown} />
      </Suspense>
    )
  }
}

/** Its effect runs after all siblings have rendered. */
function AfterFirstRender({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [])
  return null
}

/** Errors of webpack's loaders of scripts and style sheets. */
const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))
