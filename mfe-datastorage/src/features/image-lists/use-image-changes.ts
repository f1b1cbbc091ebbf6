import type { MediumItem } from '@lamella/shared/contract'
import { storageChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from '../../lib/tell-failure.ts'
import { processAgain, removeMedium } from './api.ts'

/** Processes an image's stored file again; a toast reports a failure. */
export const useProcessAgain = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ imageId }: MediumItem) => processAgain(imageId),
    onSuccess: () => storageChanged(queries),
    onError: tellFailure('Process again'),
  })
}

/** Deletes an image with its file; a toast reports a failure. */
export const useDeleteImage = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: MediumItem) => removeMedium(id),
    onSuccess: () => storageChanged(queries),
    onError: tellFailure('Delete image'),
  })
}
