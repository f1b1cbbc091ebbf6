import { bus, type UploadSnapshot } from '@lamella/shared/events'
import { uploads } from '@lamella/shared/upload'
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void): (() => void) => {
  const subscription = bus.on('upload/changed').subscribe(changed)
  return () => subscription.unsubscribe()
}

export const useUploads = (): UploadSnapshot => useSyncExternalStore(subscribe, () => uploads.snapshot())
