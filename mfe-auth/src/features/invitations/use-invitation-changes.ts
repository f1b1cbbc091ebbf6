import type { Invitation } from '@lamella/shared/contract'
import { invitationsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import { resend, revoke } from './api.ts'

/** Sends an invitation again, with a new link; a toast reports the outcome. */
export const useResendInvitation = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Invitation) => resend(id),
    onSuccess: (_, { email }) =>
      toastSuccess('Resend', `A new link was sent to ${email}. The old one no longer works.`),
    onError: (error) => toastFailure('Resend', error),
    onSettled: () => invitationsChanged(queries),
  })
}

/** Revokes an invitation; a toast reports a failure. */
export const useRevokeInvitation = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Invitation) => revoke(id),
    onError: (error) => toastFailure('Revoke invitation', error),
    onSettled: () => invitationsChanged(queries),
  })
}
