import { ApiFailure } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import {
  completeLogin,
  currentUserAtom,
  expiredSubscriptionAtom,
  logout,
  store,
  UserNotActivated,
} from '@lamella/shared/session'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { serverMessageOf } from '../../lib/form-error.tsx'
import { returnPath } from '../../lib/return-path.ts'
import { useEmail } from '../../lib/use-email.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { logInByPassword, type SecondStepTicket } from './log-in-by-password.ts'

const showProcessing = (): void => bus.emit('processing/show', { text: 'Logging in' })
const hideProcessing = (): void => bus.emit('processing/show', { text: '' })

const wrongCredentials = 'Email address and/or password do not match. Please try again.'

/**
 * Message of a failed log-in, in the order of contradiction 12: the user fetch, "Error 401" (by its text, as D1-8-03
 * says), the server's text.
 */
const failureMessage = (failure: unknown): string | null => {
  if (failure instanceof UserNotActivated) return failure.message
  const message = serverMessageOf(failure)
  return message?.includes('Error 401') ? wrongCredentials : message
}

/**
 * Log-in form: the password, a code where the account asks for one, then the wanted page or missing agreements
 * (D1-4.1-07, D1-4.1-08).
 */
export const useLogIn = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { email, setEmail, messageOrErrorPage } = useEmail()
  const [password, setPassword] = useState('')
  /** Ticket of the second step; null during the first one. */
  const [ticket, setTicket] = useState<string | null>(null)
  /** Why the log-in returned to the first step. */
  const [lapsed, setLapsed] = useState<string | null>(null)

  /** @param step - makes one step of the log-in; returns the ticket of the next, or null when the user is logged in */
  const logInWith = async (step: () => Promise<SecondStepTicket | null>): Promise<void> => {
    showProcessing()
    try {
      const next = await step()
      const user = store.get(currentUserAtom)
      if (next) setTicket(next.ticket)
      else if (store.get(expiredSubscriptionAtom)) await logout()
      else if (user?.agreementPrivacy && user.agreementTerms)
        navigate(returnPath(search.get('return')), { replace: true })
      else navigate('/auth/terms/confirm')
    } finally {
      hideProcessing()
    }
  }
  const onFailure = (failure: unknown): string | null => messageOrErrorPage(failure, failureMessage(failure))

  const { busy, error, submit } = useSubmit(() => {
    setLapsed(null)
    return logInWith(() => logInByPassword(email.trim(), password))
  }, onFailure)

  /** Returns to the first step. @param reason - shown there */
  const startAgain = (reason: string | null): void => {
    setTicket(null)
    setPassword('')
    setLapsed(reason)
  }
  const onFailureOfCode = (failure: unknown): string | null => {
    const hasExpired = failure instanceof ApiFailure && failure.code === 'ERR_1002'
    if (!hasExpired) return onFailure(failure)
    startAgain(failure.message)
    return null
  }
  /** Null during the first step. */
  const secondStep =
    ticket === null
      ? null
      : {
          onCode: (code: string) =>
            logInWith(async () => {
              await completeLogin(ticket, code)
              return null
            }),
          onFailure: onFailureOfCode,
          onBack: () => startAgain(null),
        }
  return { email, setEmail, password, setPassword, busy, error: error ?? lapsed, submit, secondStep }
}
