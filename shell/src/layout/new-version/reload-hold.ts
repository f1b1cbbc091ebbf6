import { isChanging } from '@lamella/shared/api'
import { runningUploads } from '../upload-overlay/running-uploads.ts'
import { hasUnkeptForm, isTyping } from './touched-forms.ts'

/** Why the page must not be reloaded now: something would be lost. */
export type ReloadHold = { kind: 'uploads'; count: number } | { kind: 'changes' }

/** Whether a part of the page would ask before it is left, as drafts do that are only in memory. It is asked without leaving. */
const doesPageObject = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Why the page must not be reloaded now; null: nothing would be lost.
 * @param unasked - the user agreed some time ago and may be doing something else by now: nobody is interrupted in a form
 */
export const reloadHold = (unasked: boolean): ReloadHold | null => {
  const count = runningUploads()
  if (count > 0) return { kind: 'uploads', count }
  return isChanging() || hasUnkeptForm() || (unasked && isTyping()) || doesPageObject() ? { kind: 'changes' } : null
}
