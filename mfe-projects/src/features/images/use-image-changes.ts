import { imageScaled, imagesChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toast-failure.ts'
import { reprocessImage, savePixelSize } from './api.ts'

/** Processes an image's stored file again, by its id; a toast reports a failure. */
export const useReprocessImage = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: reprocessImage,
    onSuccess: () => imagesChanged(queries, projectId),
    onError: toastFailure('Process again'),
  })
}

/** Sets the pixel size of an image; null: as its file says. Succeeds when what depends on it is loaded. A toast reports a failure. */
export const useSetPixelSize = (projectId: string, imageId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (um: { x: number; y: number } | null) => savePixelSize(imageId, um),
    onSuccess: () => imageScaled(queries, projectId, imageId),
    onError: toastFailure('Set pixel size'),
  })
}
