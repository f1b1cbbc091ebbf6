import { ApiFailure } from '@lamella/shared/api'
import type { SampleKind } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { projectsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { saveSampleProject } from './api.ts'
import { sampleTourSteps } from './sample-tour.ts'

/** D2-8-07 */
const toastError = (reason: string): void =>
  bus.emit('toast/show', {
    kind: 'error',
    title: 'Add Sample Project',
    detail: `Something went wrong while adding the sample project (${reason}).`,
    sticky: true,
  })

/**
 * Creates a sample project and opens it (D2-4-16); its tour is offered to the shell, which knows whether one is wanted
 * (D2-4-17).
 * @param onLimit - the organisation has as many projects as it may
 */
export const useCreateSample = (onLimit: () => void) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (kind: SampleKind) => saveSampleProject(kind),
    onSuccess: async (id, kind) => {
      await projectsChanged(queries)
      if (!id) {
        toastError('no Identifier received')
        return
      }
      navigate(`/projects/${id}`)
      bus.emit('tour/sample-created', { steps: sampleTourSteps(id, kind) })
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'ERR_5001') onLimit()
      else toastError(error.message)
    },
  })
}
