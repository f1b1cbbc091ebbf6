import { bus } from '@lamella/shared/events'
import { useEffect, useEffectEvent } from 'react'

/**
 * Says in a toast what could not be read, once per failure.
 * @param error - null: nothing to say
 * @param detail - makes the sentence of the failure's message
 */
export const useFailureToast = (error: Error | null, title: string, detail: (message: string) => string): void => {
  const tell = useEffectEvent((message: string) =>
    bus.emit('toast/show', { kind: 'error', title, detail: detail(message) }),
  )
  useEffect(() => {
    if (error) tell(error.message)
  }, [error])
}
