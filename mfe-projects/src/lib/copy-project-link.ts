import { bus } from '@lamella/shared/events'

/**
 * Copies the address of a project, and says whether that worked (D2-2-64): a browser may refuse it, and has no clipboard on plain http.
 * @param title - of the message, by the page or card
 */
export const copyProjectLink = async (projectId: string, title: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(`${window.location.origin}/projects/${projectId}`)
    bus.emit('toast/show', { kind: 'success', title, detail: 'Project link copied to clipboard' })
  } catch {
    const detail = 'The browser did not allow to copy the link. Copy it from the address line.'
    bus.emit('toast/show', { kind: 'error', title, detail })
  }
}
