import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { restrictionsAtom } from './atoms.ts'
import { safeLocalStorage } from './browser-storage.ts'
import { isLimitReached } from './limits.ts'

/** Storage key (D1-3-31) of the last known value, used until the projects are counted again. */
const key = 'projectsLimitReached'

/**
 * Whether the organisation has reached its limit of projects (D1-4.5-01, contradiction 2).
 * @param total - number of projects of all its users; undefined while they are counted
 */
export const useProjectsLimitReached = (total: number | undefined): boolean => {
  const limit = useAtomValue(restrictionsAtom)?.limits.projectLimit
  const known = total !== undefined && limit !== undefined
  const reached = known ? isLimitReached(limit, total) : safeLocalStorage.read(key) === 'true'
  useEffect(() => {
    if (known) safeLocalStorage.write(key, String(reached))
  }, [known, reached])
  return reached
}

/** Removes the stored value at the end of a session: the next user may be in another organisation. */
export const forgetProjectsLimit = (): void => safeLocalStorage.remove(key)
