import { imagesChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from '../../lib/tell-failure.ts'
import { processAgain, removeImage } from './api.ts'

/** Deletes an image by its id; a toast reports a failure. */
export const useDeleteImage = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: removeImage,
    onSuccess: () => imagesChanged(queries, projectId),
    onError: tellFailure('Delete image'),
  })
}

/** Processes an image's stored file again, by its id; a toast reports a failure. */
export const useProcessAgain = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: processAgain,
    onSuccess: () => imagesChanged(queries, projectId),
    onError: tellFailure('Process again'),
  })
}
