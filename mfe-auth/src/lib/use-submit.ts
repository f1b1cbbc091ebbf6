import { useState } from 'react'
import { messageOf } from './form-error.tsx'

/**
 * State of a form's request: one at a time, with the message of the last failure.
 * @param onFailure - handles a failure of `work`; returns the message to show, or null for none
 */
export const useSubmit = (work: () => Promise<void>, onFailure: (failure: unknown) => string | null = messageOf) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(onFailure(failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, submit }
}
