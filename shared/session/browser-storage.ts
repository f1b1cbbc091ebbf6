/**
 * A storage of the browser that never throws: when it is turned off or full, nothing is stored and reading gives null.
 */
export interface BrowserStorage {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
}

/** Even reading `localStorage` throws in a browser that refuses it, so it is read on each use. */
const safe = (storage: () => Storage): BrowserStorage => ({
  read: (key) => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  write: (key, value) => {
    try {
      storage().setItem(key, value)
    } catch {
      // Turned off or full.
    }
  },
  remove: (key) => {
    try {
      storage().removeItem(key)
    } catch {
      // Turned off: nothing was stored.
    }
  },
})

/** localStorage: kept until it is removed, for all tabs. */
export const safeLocalStorage = safe(() => localStorage)
/** sessionStorage: kept for this tab, over reloads. */
export const safeSessionStorage = safe(() => sessionStorage)
