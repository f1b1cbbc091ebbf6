import { bus } from '@lamella/shared/events'
import { messageOf } from './form-error.tsx'

/** Says in a toast that something is done. */
export const tellDone = (title: string, detail: string): void =>
  bus.emit('toast/show', { kind: 'success', title, detail })

/** Says in a toast why something could not be done. */
export const tellFailure = (title: string, error: unknown): void =>
  bus.emit('toast/show', { kind: 'error', title, detail: messageOf(error) })
