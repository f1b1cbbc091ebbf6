import type { Project } from '@lamella/shared/contract'
import { projectsQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { uploadTargets } from './upload-targets.ts'

/**
 * Chooses the project of the query `project` (D3-2-05), once; only then the wizard advances automatically
 * (contradiction 21).
 * @param choose - not called for a project that is unknown or not writable
 */
export const usePreselected = (choose: (project: Project) => void): void => {
  const user = useAtomValue(currentUserAtom)
  const [search] = useSearchParams()
  const wanted = search.get('project')
  const projects = useQuery({ ...projectsQuery, enabled: wanted !== null })
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (done || !wanted || !user || !projects.data) return
    setDone(true)
    const project = uploadTargets(projects.data, user).find(({ id }) => id === wanted)
    if (project) choose(project)
  }, [done, wanted, user, projects.data, choose])
}
