import { bus } from '@lamella/shared/events'
import { Component, type ReactNode, Suspense } from 'react'
import { reportRenderError } from '../remotes/telemetry.ts'

/**
 * Suspense and error boundary around a lazily loaded part of the layout. When its chunk cannot be loaded or it throws,
 * the part is missing, a toast says so, and the rest of the portal keeps working.
 */
export class LazyBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportRenderError(error)
    bus.emit('toast/show', {
      kind: 'error',
      title: 'A part of the page is missing',
      detail: 'It could not be loaded. Nothing was lost. Reload the page to try again.',
      key: 'lazy-boundary',
    })
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
