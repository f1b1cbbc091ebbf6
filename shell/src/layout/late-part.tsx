import { bus } from '@lamella/shared/events'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { reportRenderError } from '../remotes/telemetry.ts'

interface Missing {
  /** It could not be shown: do not show it any more. Shown anew, it is loaded anew. */
  onMissing: () => void
}

/**
 * @returns a part of the layout that is loaded when it is shown. Should it not load, it is missing, which is told; the rest
 * of the portal works on, and the next attempt to show it loads it again.
 */
export const latePart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & Missing> =>
  class LatePart extends Component<Props & Missing, { failed: boolean }> {
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
        key: 'late-part',
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
