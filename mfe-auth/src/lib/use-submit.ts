import { useState } from 'react'
import { messageOf } from './form-error.tsx'

/** State of a form's request: one at a time, the message of the last failure. */
export const useSubmit = (work: () => Promise<void>, describe: (error: unknown) => string = messageOf) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(describe(failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, submit }
}
