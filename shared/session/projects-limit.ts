import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { restrictionsAtom } from './atoms.ts'
import { browserMemory } from './browser-storage.ts'
import { isLimitReached } from './limits.ts'

/** Key of document 1 §3: what was known last, until the projects have been counted again. */
const key = 'projectsLimitReached'

/**
 * Whether the organisation has as many projects as it may (document 1 §4.5).
 * @param total - projects of all its users; undefined while they are counted
 */
export const useProjectsLimitReached = (total: number | undefined): boolean => {
  const limit = useAtomValue(restrictionsAtom)?.limits.projectLimit
  const known = total !== undefined && limit !== undefined
  const reached = known ? isLimitReached(limit, total) : browserMemory.read(key) === 'true'
  useEffect(() => {
    if (known) browserMemory.write(key, String(reached))
  }, [known, reached])
  return reached
}

/** It belongs to an organisation: the next user may be of another. */
export const forgetProjectsLimit = (): void => browserMemory.remove(key)
