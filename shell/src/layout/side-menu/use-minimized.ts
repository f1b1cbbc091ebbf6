import { safeSessionStorage } from '@lamella/shared/session'
import { useState } from 'react'

const key = 'lamella.menuMinimized'

/** Whether the side menu shows icons only (document 1 §4.8); remembered for the session. */
export const useMinimized = (): [minimized: boolean, toggle: () => void] => {
  const [minimized, setMinimized] = useState(() => safeSessionStorage.read(key) === '1')
  const toggle = (): void => {
    safeSessionStorage.write(key, minimized ? '0' : '1')
    setMinimized(!minimized)
  }
  return [minimized, toggle]
}
