import { ApiFailure } from '@lamella/shared/api'
import { type ErrorCode, isFormEmail } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import {
  completeLogin,
  currentUserAtom,
  type EndNotice,
  endNoticeAtom,
  expiredSubscriptionAtom,
  login,
  logout,
  runtimeConfigAtom,
  store,
  UserNotActivated,
} from '@lamella/shared/session'
import { Anchor, PasswordInput } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { AuthForm } from '../../lib/auth-form.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { EmailField } from '../../lib/email-field.tsx'
import { serverMessageOf } from '../../lib/form-error.tsx'
import { returnPath } from '../../lib/return-path.ts'
import { useEmail } from '../../lib/use-email.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import css from './login-page.module.css'

/** Few see it: its parts stay out of what everybody loads to log in. */
const SubscriptionExpired = lazy(async () => {
  const feature = await import('../../features/subscription-expired/subscription-expired.tsx')
  return { default: feature.SubscriptionExpired }
})

/** Few have set it up. */
const SecondStep = lazy(async () => ({
  default: (await import('../../features/second-step/second-step.tsx')).SecondStep,
}))

const isRefused = (error: unknown, code: ErrorCode): error is ApiFailure =>
  error instanceof ApiFailure && error.code === code

/** By its field: the session of an older shell has no class for it, and then the words of the server are shown. */
const ticketOf = (error: unknown): string | null =>
  isRefused(error, 'ERR_1021') && 'ticket' in error && typeof error.ticket === 'string' ? error.ticket : null

const wrongCredentials = 'Email address and/or password do not match. Please try again.'

/** In this order: the user fetch, "Error 401", the server's own words (contradictions.md 12). */
const describe = (error: unknown): string | null => {
  if (error instanceof UserNotActivated) return error.message
  const message = serverMessageOf(error)
  return message?.includes('Error 401') ? wrongCredentials : message
}

const notices: Record<EndNotice, string> = {
  expired: 'You were logged out because your session expired.',
  'logout-elsewhere': 'You logged out in another tab.',
}

const showProcessing = (text: string): void => bus.emit('processing/show', { text })

const LoginPage = () => {
  const { signupDisabled, product } = useAtomValue(runtimeConfigAtom)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { email, setEmail, tellOrLeave } = useEmail()
  const [password, setPassword] = useState('')
  /** For the second step, while it is asked for. */
  const [ticket, setTicket] = useState<string | null>(null)
  /** Why the first step comes again. */
  const [lapsed, setLapsed] = useState<string | null>(null)
  const notice = useAtomValue(endNoticeAtom)
  const [expired, setExpired] = useAtom(expiredSubscriptionAtom)

  // Whoever is logged in and opens this page is logged out first (document 1 §2.1).
  useEffect(() => {
    if (store.get(currentUserAtom)) void logout()
  }, [])

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
  const tell = (failure: unknown): string | null => tellOrLeave(failure, describe(failure))
  const { busy, error, submit } = useSubmit(
    () => {
      setLapsed(null)
      return enter(login(email.trim(), password))
    },
    (failure) => {
      const given = ticketOf(failure)
      setTicket(given)
      return given === null ? tell(failure) : null
    },
  )
  const startAgain = (reason: string | null): null => {
    setTicket(null)
    setPassword('')
    setLapsed(reason)
    return null
  }
  const expiredDialog = (
    <Suspense>{expired && <SubscriptionExpired {...expired} onClose={() => setExpired(null)} />}</Suspense>
  )
  if (ticket !== null) {
    return (
      <>
        <Suspense>
          <SecondStep
            onCode={(code) => enter(completeLogin(ticket, code))}
            describe={(failure) => (isRefused(failure, 'ERR_1002') ? startAgain(failure.message) : tell(failure))}
            onBack={() => startAgain(null)}
          />
        </Suspense>
        {expiredDialog}
      </>
    )
  }
  return (
    <AuthScreen title="Log in" text="Your images, annotations and models.">
      <p role="status" className={css.notice}>
        {notice && notices[notice]}
      </p>
      <AuthForm
        ready={isFormEmail(email) && password !== ''}
        busy={busy}
        error={error ?? lapsed}
        action="Log in"
        onSubmit={submit}
      >
        <EmailField value={email} onChange={setEmail} autoFocus />
        <div className={css.password}>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            size="md"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {/* After the field, above which it is drawn: the keyboard goes from the address to the password. */}
          <Anchor
            component={Link}
            to={`/auth/password/reset?email=${encodeURIComponent(email)}`}
            className={css.forgot}
          >
            Forgot your password?
          </Anchor>
        </div>
      </AuthForm>
      {!signupDisabled && (
        <p className={css.other}>
          New to {product.name}?{' '}
          <Anchor component={Link} to="/auth/signup" inherit>
            Start free trial
          </Anchor>
        </p>
      )}
      {expiredDialog}
    </AuthScreen>
  )
}

export default LoginPage
