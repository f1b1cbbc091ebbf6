import { safeLocalStorage } from './browser-storage.ts'
import { sameOriginPath } from './same-origin-path.ts'

/** Address to return to from an error page (D1-3-30). */
const key = 'errorReturnUrl'

/** Stores the address to return to (D1-8-29); an error page is never one. @param path - with query and fragment */
export const rememberReturn = (path: string): void => {
  if (!path.startsWith('/error')) safeLocalStorage.write(key, path)
}

/** Null when none is stored, or it does not lead to this site. */
export const readReturn = (): string | null => sameOriginPath(safeLocalStorage.read(key))

/** Removes the stored address. */
export const forgetReturn = (): void => safeLocalStorage.remove(key)
