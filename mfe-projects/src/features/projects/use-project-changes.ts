import { ApiFailure, leavePage } from '@lamella/shared/api'
import type { Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { projectDeleted, projectsChanged } from '@lamella/shared/queries'
import { selectedProjectAtom } from '@lamella/shared/session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { type ProjectDetails, removeProject, saveProject } from './api.ts'

const isUnanswered = (error: Error | null): boolean => error instanceof ApiFailure && error.status === null

/**
 * Changes name and description of a project. A failure with an error page of its own leads there without a toast (D2-8-05):
 * what was typed is kept for the way back. Without an answer the form stays.
 */
export const useUpdateProject = ({ id }: Project) => {
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: (details: ProjectDetails) => saveProject(id, details),
    onSuccess: () => projectsChanged(queries),
    onError: (error) => {
      if (isUnanswered(error) || (error instanceof ApiFailure && leavePage(error))) return
      bus.emit('toast/show', {
        kind: 'error',
        title: 'Update project',
        detail: `Changes could not be saved due to an error (${error.message}). Please try again.`,
      })
    },
  })
  return { ...update, unanswered: isUnanswered(update.error) }
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
      await projectDeleted(queries, id)
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
