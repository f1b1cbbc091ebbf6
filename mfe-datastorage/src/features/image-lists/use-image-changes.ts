import type { MediumItem } from '@lamella/shared/contract'
import { storageChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toast-failure.ts'
import { removeMedium, reprocessImage } from './api.ts'

/** Processes an image's stored file again; a toast reports a failure. */
export const useReprocessImage = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ imageId }: MediumItem) => reprocessImage(imageId),
    onSuccess: () => storageChanged(queries),
    onError: toastFailure('Process again'),
  })
}

/** Deletes an image with its file; a toast reports a failure. */
export const useDeleteImage = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: MediumItem) => removeMedium(id),
    onSuccess: () => storageChanged(queries),
    onError: toastFailure('Delete image'),
  })
}
