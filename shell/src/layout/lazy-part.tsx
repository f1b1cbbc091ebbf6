import { bus } from '@lamella/shared/events'
import { Component, type ComponentType, type ReactNode } from 'react'
import { reportShellFailure } from '../remotes/earlier-shell.ts'

/** Toasts with this key offer the version before. */
export const partKey = 'lazy-part'

interface Missing {
  /** Called when the part could not be shown: the caller unmounts it. Mounted again, it is loaded again. */
  onMissing: () => void
}

interface PartState<Props> {
  /** Null: not loaded yet, or missing. */
  Part: ComponentType<Props> | null
}

/**
 * A part of the layout that is loaded when it is mounted. When its chunk cannot be loaded or it throws, the part is missing, a toast
 * says so and offers the version before, the rest of the portal keeps working, and the next attempt loads it again.
 * Without `lazy` and `Suspense`, which would keep it back for 300 ms (ADR 101).
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & Missing> =>
  class LazyPart extends Component<Props & Missing, PartState<Props>> {
    override state: PartState<Props> = { Part: null }
    #isMounted = false

    static getDerivedStateFromError() {
      return { Part: null }
    }

    override componentDidMount(): void {
      this.#isMounted = true
      load().then(
        ({ default: Part }) => this.setState({ Part }),
        (error: unknown) => {
          if (this.#isMounted) this.#miss(error)
        },
      )
    }

    override componentWillUnmount(): void {
      this.#isMounted = false
    }

    override componentDidCatch(error: unknown): void {
      this.#miss(error)
    }

    #miss(error: unknown): void {
      reportShellFailure(error)
      bus.emit('toast/show', {
        kind: 'error',
        title: 'A part of the page is missing',
        detail: 'It could not be loaded. Nothing was lost. Try again in a moment, or reload the page.',
        key: partKey,
      })
      this.props.onMissing()
    }

    override render(): ReactNode {
      const { Part } = this.state
      return Part && <Part {...this.props} />
    }
  }
