import { bus } from '@lamella/shared/events'
import { Component, type ReactNode, Suspense } from 'react'
import { reportRenderError } from '../remotes/telemetry.ts'

/**
 * Around a part of the layout that is loaded when it is first wanted. Should it not load, it is missing, which is told; the
 * rest of the portal works on.
 */
export class LatePart extends Component<{ children: ReactNode }, { failed: boolean }> {
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
      key: 'late-part',
    })
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
