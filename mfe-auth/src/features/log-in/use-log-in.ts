import { bus } from '@lamella/shared/events'
import {
  currentUserAtom,
  expiredSubscriptionAtom,
  login,
  logout,
  store,
  UserNotActivated,
} from '@lamella/shared/session'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { serverMessageOf } from '../../lib/form-error.tsx'
import { returnPath } from '../../lib/return-path.ts'
import { useEmail } from '../../lib/use-email.ts'
import { useSubmit } from '../../lib/use-submit.ts'

const wrongCredentials = 'Email address and/or password do not match. Please try again.'

/** In this order: the user fetch, "Error 401", the server's own words (contradictions.md 12). */
const describe = (error: unknown): string | null => {
  if (error instanceof UserNotActivated) return error.message
  const message = serverMessageOf(error)
  return message?.includes('Error 401') ? wrongCredentials : message
}

const showProcessing = (text: string): void => bus.emit('processing/show', { text })

/** Logs in, and goes on to where the user wanted to go, or to the agreements that are missing (document 1 §4.1). */
export const useLogIn = (password: string) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { email, setEmail, tellOrLeave } = useEmail()
  const enter = async (): Promise<void> => {
    await login(email.trim(), password)
    const user = store.get(currentUserAtom)
    if (store.get(expiredSubscriptionAtom)) await logout()
    else if (user?.agreementPrivacy && user.agreementTerms)
      navigate(returnPath(search.get('return')), { replace: true })
    else navigate('/auth/terms/confirm')
  }
  const submission = useSubmit(
    async () => {
      showProcessing('Logging in')
      await enter().finally(() => showProcessing(''))
    },
    (failure) => tellOrLeave(failure, describe(failure)),
  )
  return { email, setEmail, ...submission }
}
