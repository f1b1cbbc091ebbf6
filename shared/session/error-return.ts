import { ownPath } from './own-path.ts'

/** Where the user was before an error page: local storage key of document 1 §3. */
const key = 'errorReturnUrl'

export const rememberReturn = (path: string): void => {
  if (path.startsWith('/error')) return
  try {
    localStorage.setItem(key, path)
  } catch {
    // Without storage there is no way back to offer.
  }
}

export const readReturn = (): string | null => {
  try {
    return ownPath(localStorage.getItem(key))
  } catch {
    return null
  }
}

export const forgetReturn = (): void => {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
