import type { Invitation } from '@lamella/shared/contract'
import { invitationsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellDone, tellFailure } from '../../lib/tell.ts'
import { sendAgain, withdraw } from './api.ts'

/** Sends an invitation again, with a new link; a toast reports the outcome. */
export const useResendInvitation = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Invitation) => sendAgain(id),
    onSuccess: (_, { email }) => tellDone('Resend', `A new link was sent to ${email}. The old one no longer works.`),
    onError: (error) => tellFailure('Resend', error),
    onSettled: () => invitationsChanged(queries),
  })
}

/** Revokes an invitation; a toast reports a failure. */
export const useRevokeInvitation = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Invitation) => withdraw(id),
    onError: (error) => tellFailure('Revoke invitation', error),
    onSettled: () => invitationsChanged(queries),
  })
}
