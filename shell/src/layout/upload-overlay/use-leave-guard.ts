import { uploads } from '@lamella/shared/upload'
import { useEffect } from 'react'

/** Leaving the page is blocked while image uploads are active (document 1 §4.2). */
export const useLeaveGuard = (): void => {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (uploads.hasActive()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
}
