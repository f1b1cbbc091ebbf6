import { bus, type UploadSnapshot } from '@lamella/shared/events'
import { uploads } from '@lamella/shared/upload'
import { useEffect, useSyncExternalStore } from 'react'

const subscribe = (changed: () => void): (() => void) => {
  const subscription = bus.on('upload/changed').subscribe(changed)
  return () => subscription.unsubscribe()
}

export const useUploads = (): UploadSnapshot => useSyncExternalStore(subscribe, () => uploads.snapshot())

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
