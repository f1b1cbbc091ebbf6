import { ApiFailure } from '@lamella/shared/api'
import type { Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { failingTo, fatalPage, projectQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { uploadTargets } from './upload-targets.ts'

const notWritable = 'You can only upload images to projects in which you are Owner or Editor.'

const tell = (message: string): void =>
  bus.emit('toast/show', {
    kind: 'error',
    title: 'Image upload',
    detail: `Something went wrong opening the selected project (${message}).`,
  })

/**
 * Chooses the project of the query `project` (D3-2-05), once; only then the wizard advances automatically
 * (contradiction 21). A project that cannot be opened is reported by a toast (D3-8-31), and the user chooses another; a
 * missing answer leads to `/error` (D3-8-32).
 *
 * @param choose - not called for a project that is unknown or not writable
 */
export const usePreselected = (choose: (project: Project) => void): void => {
  const user = useAtomValue(currentUserAtom)
  const [search] = useSearchParams()
  const wanted = search.get('project')
  const { data: project, error } = useQuery({
    ...failingTo(fatalPage, projectQuery(wanted ?? '')),
    enabled: wanted !== null && user?.isGuest === false,
  })
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (done || !user) return
    if (project) {
      setDone(true)
      if (uploadTargets([project], user).length > 0) choose(project)
      else tell(notWritable)
    } else if (error instanceof ApiFailure && !error.fatal) {
      setDone(true)
      tell(error.message)
    }
  }, [done, user, project, error, choose])
}
