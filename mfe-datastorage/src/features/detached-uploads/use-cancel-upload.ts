import type { FileUpload } from '@lamella/shared/contract'
import { uploadsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from '../../lib/tell-failure.ts'
import { cancelDetached } from './api.ts'

/** Cancels an upload that another session started; a toast reports a failure. */
export const useCancelUpload = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: FileUpload) => cancelDetached(id),
    onError: tellFailure('Cancel upload'),
    onSettled: () => uploadsChanged(queries),
  })
}
