import { bus } from '@lamella/shared/events'
import { LoadingRows } from '@lamella/shared/ui/feedback/loading-rows.tsx'
import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { AreaFailure, AreaHang } from './area-failure.tsx'
import { isChunkError } from './chunk-error.ts'
import type { LoadedPage } from './load-remote.ts'
import type { LateStage } from './remote-failure.ts'
import type { Remote } from './remotes.ts'
import { useLateTrouble } from './use-late-trouble.ts'
import { useRemotePage } from './use-remote-page.ts'
import { VersionOffer } from './version-offer.tsx'

interface RemotePageProps {
  remote: Remote
  routeId: string
}

/** A page of a remote in the newest version that works; without one, an error in place of this area only. */
export function RemotePage({ remote, routeId }: RemotePageProps) {
  const { state, reject, retry, leave, reportLate, show } = useRemotePage(remote.loader, routeId)
  const { area } = remote
  if (state.kind === 'loading') return <LoadingRows />
  if (state.kind === 'unavailable') return <AreaFailure area={area} onRetry={() => void retry()} />
  const { page } = state
  if (state.kind === 'hung') {
    const use = () => leave(page.version)
    return <AreaHang area={area} onRetry={() => show(page)} earlier={{ version: state.earlier, use }} />
  }
  return (
    <ShownPage
      key={page.version}
      remote={remote}
      page={page}
      onUnusable={(stage, error) => reject(page.version, stage, error)}
      onLate={(stage, error) => reportLate(page.version, stage, error)}
      onLeave={() => leave(page.version)}
    />
  )
}

interface ShownPageProps {
  remote: Remote
  page: LoadedPage
  onUnusable: BoundaryProps['onUnusable']
  /** It failed after its first render. */
  onLate: (stage: LateStage, error: unknown) => void
  /** The user takes the version before. */
  onLeave: () => void
}

function ShownPage({ remote, page, onUnusable, onLate, onLeave }: ShownPageProps) {
  const { Page, version, newest, earlier } = page
  const { key } = useLocation()
  const { trouble, hide } = useLateTrouble({ app: remote.manifest.id, version, area: remote.area }, onLate)
  return (
    <>
      <VersionOffer trouble={trouble} earlier={earlier} onUse={onLeave} onHide={hide} />
      <PageBoundary
        place={key}
        area={remote.area}
        earlier={earlier}
        onUnusable={onUnusable}
        onLeave={onLeave}
        onLate={(error) => {
          onLate('late', error)
          // The error card makes the same offer.
          hide()
        }}
      >
        <Page />
        {!newest && <EarlierVersionNotice remote={remote} />}
      </PageBoundary>
    </>
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
  /** The version before, which the user may take after an error; null when there is none. */
  earlier: string | null
  onLeave: () => void
  /** It threw after its first render. */
  onLate: (error: unknown) => void
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
    else if (this.#shown) this.props.onLate(error)
    else this.props.onUnusable('render', error)
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
    const { error } = this.state
    if (error !== null) {
      if (!this.#shown) return <LoadingRows />
      const { area, earlier, onLeave } = this.props
      const before = earlier === null ? undefined : { version: earlier, use: onLeave }
      return <AreaFailure area={area} onRetry={this.#recover} earlier={before} />
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
