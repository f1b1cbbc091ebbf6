import { safeSessionStorage } from '@lamella/shared/session'
import { useState } from 'react'

const key = 'lamella.menuMinimized'

/** Whether the side menu shows icons only (D1-4.8-01), with its toggle; kept in the session storage. */
export const useMinimized = (): [minimized: boolean, toggle: () => void] => {
  const [minimized, setMinimized] = useState(() => safeSessionStorage.read(key) === '1')
  const toggle = (): void => {
    safeSessionStorage.write(key, minimized ? '0' : '1')
    setMinimized(!minimized)
  }
  return [minimized, toggle]
}
