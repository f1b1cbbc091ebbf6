import { ApiFailure } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { multichannelSettingsChanged, projectsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toast-failure.ts'
import * as api from './api.ts'

const title = 'Multichannel Settings'

/** The page itself says that somebody else was quicker, as soon as the present settings are read. */
const toastUnlessConflict = (error: Error): void => {
  if (!(error instanceof ApiFailure && error.code === 'ERR_7001')) toastFailure(title)(error)
}

const useChange = <Input, Output>(projectId: string, mutationFn: (input: Input) => Promise<Output>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onError: toastUnlessConflict,
    onSettled: () => multichannelSettingsChanged(queries, projectId),
  })
}

/** Stores new settings; answers with their id. */
export const useCreateSettings = (projectId: string) =>
  useChange(projectId, (form: api.SettingsForm) => api.saveNewSettings(projectId, form))

/** Changes name and channels of settings. */
export const useUpdateSettings = (projectId: string) =>
  useChange(projectId, ({ id, ...form }: { id: string; revision: number } & api.SettingsForm) =>
    api.saveSettings(id, form),
  )

/** Deletes settings by their id. */
export const useDeleteSettings = (projectId: string) => useChange(projectId, api.removeSettings)

/** Applies settings to all images of a project, or none. A toast says which. */
export const useApplySettings = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settings: { id: string; name: string } | null) => api.applyToProject(projectId, settings?.id ?? null),
    onSuccess: (_, settings) => {
      const detail = settings
        ? `All images of the project are now shown by ${settings.name}.`
        : 'Images are shown as their files say.'
      bus.emit('toast/show', { kind: 'success', title, detail })
      // The project names the applied settings.
      return projectsChanged(queries)
    },
    onError: toastFailure(title),
    onSettled: () => multichannelSettingsChanged(queries, projectId),
  })
}
