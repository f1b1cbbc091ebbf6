import { isFormEmail } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import {
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
  const notice = useAtomValue(endNoticeAtom)
  const [expired, setExpired] = useAtom(expiredSubscriptionAtom)

  // Whoever is logged in and opens this page is logged out first (document 1 §2.1).
  useEffect(() => {
    if (store.get(currentUserAtom)) void logout()
  }, [])

  const enter = async (): Promise<void> => {
    await login(email.trim(), password)
    const user = store.get(currentUserAtom)
    if (store.get(expiredSubscriptionAtom)) await logout()
    else if (user?.agreementPrivacy && user.agreementTerms)
      navigate(returnPath(search.get('return')), { replace: true })
    else navigate('/auth/terms/confirm')
  }
  const { busy, error, submit } = useSubmit(
    async () => {
      showProcessing('Logging in')
      await enter().finally(() => showProcessing(''))
    },
    (failure) => tellOrLeave(failure, describe(failure)),
  )
  return (
    <AuthScreen title="Log in" text="Your images, annotations and models.">
      <p role="status" className={css.notice}>
        {notice && notices[notice]}
      </p>
      <AuthForm
        ready={isFormEmail(email) && password !== ''}
        busy={busy}
        error={error}
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
      <Suspense>{expired && <SubscriptionExpired {...expired} onClose={() => setExpired(null)} />}</Suspense>
    </AuthScreen>
  )
}

export default LoginPage
