/** Storage of the browser that may be switched off or full: then nothing is remembered, and nothing breaks. */
export interface BrowserStorage {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
}

/** Even to name a storage throws in a browser that refuses it, so it is named on each use. */
const forgiving = (storage: () => Storage): BrowserStorage => ({
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
      // Not remembered.
    }
  },
  remove: (key) => {
    try {
      storage().removeItem(key)
    } catch {
      // Nothing was remembered.
    }
  },
})

/** Kept until it is removed, for all tabs. */
export const browserMemory = forgiving(() => localStorage)
/** Kept for this tab's session, over reloads. */
export const sessionMemory = forgiving(() => sessionStorage)
