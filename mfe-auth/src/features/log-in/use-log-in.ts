import { ApiFailure } from '@lamella/shared/api'
import type { ErrorCode } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import {
  completeLogin,
  currentUserAtom,
  expiredSubscriptionAtom,
  login,
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

const wrongCredentials = 'Email address and/or password do not match. Please try again.'

/** Message of a failed log-in, in the order of contradiction 12: the user fetch, "Error 401", the server's text. */
const describe = (error: unknown): string | null => {
  if (error instanceof UserNotActivated) return error.message
  const message = serverMessageOf(error)
  return message?.includes('Error 401') ? wrongCredentials : message
}

const isRefused = (error: unknown, code: ErrorCode): error is ApiFailure =>
  error instanceof ApiFailure && error.code === code

/** Read by its field, not its class: a session module of an older shell does not have the class. */
const ticketOf = (error: unknown): string | null =>
  isRefused(error, 'ERR_1021') && 'ticket' in error && typeof error.ticket === 'string' ? error.ticket : null

const showProcessing = (text: string): void => bus.emit('processing/show', { text })

/** Second step of a log-in, while the server asks for it. */
export interface SecondStepOfLogIn {
  onCode: (code: string) => Promise<void>
  /** Message of a failure; null when the log-in has returned to the first step or left the page. */
  describe: (failure: unknown) => string | null
  onBack: () => void
}

/**
 * Log-in form: asks for the second step where the account has one, then continues to the wanted page or to missing
 * agreements (D1-4.1-07, D1-4.1-08).
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

  const proceed = async (entered: Promise<void>): Promise<void> => {
    await entered
    const user = store.get(currentUserAtom)
    if (store.get(expiredSubscriptionAtom)) await logout()
    else if (user?.agreementPrivacy && user.agreementTerms)
      navigate(returnPath(search.get('return')), { replace: true })
    else navigate('/auth/terms/confirm')
  }
  const enter = (entered: Promise<void>): Promise<void> => {
    showProcessing('Logging in')
    return proceed(entered).finally(() => showProcessing(''))
  }
  const toMessage = (failure: unknown): string | null => messageOrErrorPage(failure, describe(failure))
  const { busy, error, submit } = useSubmit(
    () => {
      setLapsed(null)
      return enter(login(email.trim(), password))
    },
    (failure) => {
      const given = ticketOf(failure)
      setTicket(given)
      return given === null ? toMessage(failure) : null
    },
  )
  const startAgain = (reason: string | null): null => {
    setTicket(null)
    setPassword('')
    setLapsed(reason)
    return null
  }
  const secondStep: SecondStepOfLogIn | null =
    ticket === null
      ? null
      : {
          onCode: (code) => enter(completeLogin(ticket, code)),
          describe: (failure) => (isRefused(failure, 'ERR_1002') ? startAgain(failure.message) : toMessage(failure)),
          onBack: () => void startAgain(null),
        }
  return { email, setEmail, password, setPassword, busy, error: error ?? lapsed, submit, secondStep }
}
