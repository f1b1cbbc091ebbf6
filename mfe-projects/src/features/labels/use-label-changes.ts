import { bus } from '@lamella/shared/events'
import { labelsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toast-failure.ts'
import * as api from './api.ts'

/**
 * A change of label sets or labels of a project. Whether it succeeds or not, the lists are read again: a refusal mostly
 * means that somebody else was quicker.
 * @param onError - absent: its form shows the failure
 */
const useChange = <Input, Output>(
  projectId: string,
  mutationFn: (input: Input) => Promise<Output>,
  onError?: (error: Error) => void,
) => {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onError, onSettled: () => labelsChanged(queries, projectId) })
}

/** Creates a label set. */
export const useCreateLabelSet = (projectId: string) =>
  useChange(projectId, (set: Parameters<typeof api.saveNewLabelSet>[1]) => api.saveNewLabelSet(projectId, set))

/** Changes name and description of a label set. */
export const useUpdateLabelSet = (projectId: string) =>
  useChange(projectId, ({ id, ...set }: { id: string; revision: number } & api.LabelSetTexts) =>
    api.saveLabelSet(id, set),
  )

/** Deletes a label set by its id; a toast reports a failure. */
export const useDeleteLabelSet = (projectId: string) =>
  useChange(projectId, api.removeLabelSet, toastFailure('Delete label set'))

/** Copies a label set into another project; toasts report success and failure. */
export const useCopyLabelSet = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, project }: { id: string; name: string; project: { id: string; name: string } }) =>
      api.copyToProject(id, project.id),
    onSuccess: (_, { name, project }) => {
      bus.emit('toast/show', { kind: 'success', title: 'Copy label set', detail: `${name} is now in ${project.name}.` })
      return labelsChanged(queries, project.id)
    },
    onError: toastFailure('Copy label set'),
  })
}

/** Adds a label. */
export const useCreateLabel = (projectId: string) =>
  useChange(projectId, ({ labelSetId, ...label }: { labelSetId: string } & api.LabelFields) =>
    api.saveNewLabel(labelSetId, label),
  )

/** Changes a label. */
export const useUpdateLabel = (projectId: string) =>
  useChange(projectId, ({ id, ...label }: { id: string; revision: number } & api.LabelFields) =>
    api.saveLabel(id, label),
  )

/** Deletes a label by its id; a toast reports a failure. */
export const useDeleteLabel = (projectId: string) => useChange(projectId, api.removeLabel, toastFailure('Delete label'))
