import { bus } from '@lamella/shared/events'
import { messageOf } from './form-error.tsx'

/** Toast for a completed action. */
export const toastSuccess = (title: string, detail: string): void =>
  bus.emit('toast/show', { kind: 'success', title, detail })

/** Toast for a failed action. */
export const toastFailure = (title: string, error: unknown): void =>
  bus.emit('toast/show', { kind: 'error', title, detail: messageOf(error) })
