import { bus } from '@lamella/shared/events'
import { ProcessingOverlay } from '@lamella/shared/ui'
import { useEffect, useState } from 'react'

/**
 * Covers the page while work must not be disturbed (D1-2.6-48); remotes control it by the bus event `processing/show`.
 */
export const Processing = () => {
  const [message, setMessage] = useState('')
  useEffect(() => {
    const subscription = bus.on('processing/show').subscribe(({ text }) => setMessage(text))
    return () => subscription.unsubscribe()
  }, [])
  return <ProcessingOverlay message={message} />
}
