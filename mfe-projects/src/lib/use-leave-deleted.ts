import type { Project } from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { projectDeleted } from '@lamella/shared/queries'
import { selectedProjectAtom } from '@lamella/shared/session'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'

/**
 * Leaves the pages of a project that is gone, for the projects list, with a toast. @returns takes its words
 */
export const useLeaveDeleted = ({ id }: Pick<Project, 'id'>) => {
  const queries = useQueryClient()
  const select = useSetAtom(selectedProjectAtom)
  const navigate = useNavigate()
  return async (kind: Toast['kind'], detail: string): Promise<void> => {
    bus.emit('toast/show', { kind, title: 'Delete project', detail })
    select(null)
    navigate('/projects')
    await projectDeleted(queries, id)
  }
}

/** For a project that others have deleted. @returns takes their name */
export const useLeaveAfterOthers = (project: Pick<Project, 'id' | 'name'>) => {
  const leave = useLeaveDeleted(project)
  return (by: string): Promise<void> => leave('info', `${project.name} was deleted by ${by}.`)
}
