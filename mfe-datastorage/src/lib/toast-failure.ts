import { bus } from '@lamella/shared/events'

/** @returns error handler that shows a toast with this title */
export const toastFailure =
  (title: string) =>
  ({ message }: Error): void =>
    bus.emit('toast/show', { kind: 'error', title, detail: message })
