import { imagesChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from '../../lib/tell-failure.ts'
import { processAgain, removeImage } from './api.ts'

/** Deletes an image of a project, by its id. */
export const useDeleteImage = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: removeImage,
    onSuccess: () => imagesChanged(queries, projectId),
    onError: tellFailure('Delete image'),
  })
}

/** Processes the stored file of an image once more, by the image's id. */
export const useProcessAgain = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: processAgain,
    onSuccess: () => imagesChanged(queries, projectId),
    onError: tellFailure('Process again'),
  })
}
