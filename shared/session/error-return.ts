import { browserMemory } from './browser-storage.ts'
import { ownPath } from './own-path.ts'

/** Where the user was before an error page: local storage key of document 1 §3. */
const key = 'errorReturnUrl'

export const rememberReturn = (path: string): void => {
  if (!path.startsWith('/error')) browserMemory.write(key, path)
}

export const readReturn = (): string | null => ownPath(browserMemory.read(key))

export const forgetReturn = (): void => browserMemory.remove(key)
