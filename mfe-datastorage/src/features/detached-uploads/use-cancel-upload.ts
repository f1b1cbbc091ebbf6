import type { FileUpload } from '@lamella/shared/contract'
import { uploadsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toast-failure.ts'
import { cancelDetached } from './api.ts'

/** Cancels an upload that another session started; a toast reports a failure. */
export const useCancelUpload = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: FileUpload) => cancelDetached(id),
    onError: toastFailure('Cancel upload'),
    onSettled: () => uploadsChanged(queries),
  })
}
