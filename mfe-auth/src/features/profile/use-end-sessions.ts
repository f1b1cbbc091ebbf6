import { sessionsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { toastFailure } from '../../lib/toasts.ts'
import { logOutEverywhere, logOutSession } from './api.ts'

/** Ends one of the user's sessions; a toast reports a failure. */
export const useEndSession = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: logOutSession,
    onError: (error) => toastFailure('Log out', error),
    onSettled: () => sessionsChanged(queries),
  })
}

/** Ends all sessions of the user, including this one, and goes to the log-out page. */
export const useEndAllSessions = () => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: () => navigate('/auth/logout'),
    onError: (error) => toastFailure('Log out everywhere', error),
  })
}
