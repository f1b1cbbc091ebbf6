/** Where the user was before an error page: local storage key of document 1 §3. */
const key = 'errorReturnUrl'

/** Own paths only: a stored address must never lead to another site. */
const isOwnPath = (path: string): boolean => {
  if (!path.startsWith('/')) return false
  return new URL(path, window.location.origin).origin === window.location.origin
}

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
    const path = localStorage.getItem(key)
    return path && isOwnPath(path) ? path : null
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
