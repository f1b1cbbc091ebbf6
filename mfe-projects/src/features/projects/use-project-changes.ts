import { ApiFailure, leavePage } from '@lamella/shared/api'
import type { Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { projectDeletionKey, projectsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetOwnDeletion, noteOwnDeletion } from '../../lib/own-deletions.ts'
import { useLeaveDeleted } from '../../lib/use-leave-deleted.ts'
import { type ProjectDetails, removeProject, saveProject } from './api.ts'

const isUnanswered = (error: Error | null): boolean => error instanceof ApiFailure && error.status === null

const isOvertaken = (error: Error | null): boolean => error instanceof ApiFailure && error.code === 'ERR_5013'

/**
 * Changes name and description of a project. A failure with an error page of its own leads there without a toast (D2-8-05):
 * what was typed is kept for the way back. Without an answer the form stays.
 */
export const useUpdateProject = ({ id }: Project) => {
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: ({ was, ...details }: ProjectDetails & { was: ProjectDetails }) => saveProject(id, details, was),
    onSuccess: () => projectsChanged(queries),
    onError: async (error) => {
      // The form then says what is there, and saving again replaces that knowingly.
      if (isOvertaken(error)) return projectsChanged(queries)
      if (isUnanswered(error) || (error instanceof ApiFailure && leavePage(error))) return
      bus.emit('toast/show', {
        kind: 'error',
        title: 'Update project',
        detail: `Changes could not be saved due to an error (${error.message}). Please try again.`,
      })
    },
  })
  return { ...update, unanswered: isUnanswered(update.error), overtaken: isOvertaken(update.error) }
}

/** Deletes a project and opens the projects list (D2-4-14); toasts report success and failure (D2-4-12, D2-8-06). */
export const useDeleteProject = (project: Project) => {
  const leave = useLeaveDeleted(project)
  return useMutation({
    mutationKey: projectDeletionKey(project.id),
    mutationFn: () => {
      noteOwnDeletion(project.id)
      return removeProject(project.id)
    },
    onSuccess: () => leave('success', `${project.name} was deleted.`),
    onError: ({ message }) => {
      forgetOwnDeletion(project.id)
      bus.emit('toast/show', {
        kind: 'error',
        title: 'Delete project',
        detail: `Project could not be deleted due to an error (${message}). Please try again.`,
        sticky: true,
      })
    },
  })
}
