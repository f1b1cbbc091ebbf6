import type { Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { projectsChanged } from '@lamella/shared/queries'
import { selectedProjectAtom } from '@lamella/shared/session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { type ProjectDetails, removeProject, saveProject } from './api.ts'

/** Changes name and description of a project; a toast reports a failure (D2-8-04). */
export const useUpdateProject = ({ id }: Project) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (details: ProjectDetails) => saveProject(id, details),
    onSuccess: () => projectsChanged(queries),
    onError: ({ message }) =>
      bus.emit('toast/show', {
        kind: 'error',
        title: 'Update project',
        detail: `Changes could not be saved due to an error (${message}). Please try again.`,
      }),
  })
}

/** Deletes a project and opens the projects list (D2-4-14); toasts report success and failure (D2-4-12, D2-8-06). */
export const useDeleteProject = ({ id, name }: Project) => {
  const queries = useQueryClient()
  const select = useSetAtom(selectedProjectAtom)
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => removeProject(id),
    onSuccess: async () => {
      bus.emit('toast/show', { kind: 'success', title: 'Delete project', detail: `${name} was deleted.` })
      select(null)
      navigate('/projects')
      await projectsChanged(queries)
    },
    onError: ({ message }) =>
      bus.emit('toast/show', {
        kind: 'error',
        title: 'Delete project',
        detail: `Project could not be deleted due to an error (${message}). Please try again.`,
        sticky: true,
      }),
  })
}
