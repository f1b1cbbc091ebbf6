import { bus } from '@lamella/shared/events'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { reportRenderError } from '../remotes/telemetry.ts'

interface Missing {
  /** Called when the part could not be shown: the caller unmounts it. Mounted again, it is loaded again. */
  onMissing: () => void
}

/**
 * A part of the layout that is loaded when it is mounted. When its chunk cannot be loaded or it throws, the part is missing, a toast
 * says so, the rest of the portal keeps working, and the next attempt loads it again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & Missing> =>
  class LazyPart extends Component<Props & Missing, { failed: boolean }> {
    override state = { failed: false }
    // Of its own: React remembers for good that a lazy component has failed.
    readonly #Part: ComponentType<Props> = lazy(load)

    static getDerivedStateFromError() {
      return { failed: true }
    }

    override componentDidCatch(error: unknown): void {
      reportRenderError(error)
      bus.emit('toast/show', {
        kind: 'error',
        title: 'A part of the page is missing',
        detail: 'It could not be loaded. Nothing was lost. Try again in a moment, or reload the page.',
        key: 'lazy-part',
      })
      this.props.onMissing()
    }

    override render(): ReactNode {
      const Part = this.#Part
      return this.state.failed ? null : (
        <Suspense>
          <Part {...this.props} />
        </Suspense>
      )
    }
  }
