import { bus } from '@lamella/shared/events'

/** @returns says in a toast why something could not be done */
export const tellFailure =
  (title: string) =>
  ({ message }: Error): void =>
    bus.emit('toast/show', { kind: 'error', title, detail: message })
