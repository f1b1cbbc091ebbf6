import { ApiFailure } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { projectsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { saveNewProject } from './api.ts'

const toastError = (reason: string): void =>
  bus.emit('toast/show', {
    kind: 'error',
    title: 'New Project',
    detail: `Something went wrong creating the new project (${reason}).`,
    sticky: true,
  })

const isLimit = (error: Error | null): boolean => error instanceof ApiFailure && error.code === 'ERR_5001'
const isUnanswered = (error: Error | null): boolean => error instanceof ApiFailure && error.status === null

/**
 * Creates a project and opens it (D2-4-03). At the limit (D2-4-05) and without an answer the form stays open with its
 * texts. An unanswered request is not repeated, because it may have created the project.
 */
export const useCreateProject = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const creation = useMutation({
    mutationFn: saveNewProject,
    onSuccess: async (id) => {
      await projectsChanged(queries)
      if (!id) toastError('no Identifier received')
      navigate(id ? `/projects/${id}` : '/projects')
    },
    onError: (error) => {
      if (isLimit(error) || isUnanswered(error)) return
      toastError(error.message)
      navigate('/projects')
    },
  })
  const { error, isPending, isSuccess } = creation
  // Created, the form is still seen until the next page is loaded: a second click would create a second project.
  return { ...creation, busy: isPending || isSuccess, atLimit: isLimit(error), unanswered: isUnanswered(error) }
}
