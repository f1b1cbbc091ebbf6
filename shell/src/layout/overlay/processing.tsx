import { bus } from '@lamella/shared/events'
import { ProcessingOverlay } from '@lamella/shared/ui'
import { useEffect, useState } from 'react'

/** The overlay that covers the page while something must not be disturbed; remotes ask for it over the bus. */
export const Processing = () => {
  const [message, setMessage] = useState('')
  useEffect(() => {
    const subscription = bus.on('processing/show').subscribe(({ text }) => setMessage(text))
    return () => subscription.unsubscribe()
  }, [])
  return <ProcessingOverlay message={message} />
}
