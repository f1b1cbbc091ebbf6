import { isFormEmail } from '@lamella/shared/contract'
import {
  currentUserAtom,
  type EndNotice,
  endNoticeAtom,
  expiredSubscriptionAtom,
  logout,
  runtimeConfigAtom,
  store,
} from '@lamella/shared/session'
import { Anchor, PasswordInput } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useLogIn } from '../../features/log-in/use-log-in.ts'
import { AuthForm } from '../../lib/auth-form.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { EmailField } from '../../lib/email-field.tsx'
import css from './login-page.module.css'

/** Rarely needed: kept out of the log-in page's code. */
const SubscriptionExpired = lazy(async () => {
  const feature = await import('../../features/subscription-expired/subscription-expired.tsx')
  return { default: feature.SubscriptionExpired }
})

/** Only accounts with a second factor need it. */
const SecondStep = lazy(async () => ({
  default: (await import('../../features/second-factor/second-step.tsx')).SecondStep,
}))

const notices: Record<EndNotice, string> = {
  expired: 'You were logged out because your session expired.',
  'logout-elsewhere': 'You logged out in another tab.',
}

/** Log-in page (D1-2.1-14); the second step replaces it where the account has one. */
const LoginPage = () => {
  const { signupDisabled, product } = useAtomValue(runtimeConfigAtom)
  const { email, setEmail, password, setPassword, busy, error, submit, secondStep } = useLogIn()
  const notice = useAtomValue(endNoticeAtom)
  const [expired, setExpired] = useAtom(expiredSubscriptionAtom)

  // An authenticated visitor is logged out first (D1-2.1-20).
  useEffect(() => {
    if (store.get(currentUserAtom)) void logout()
  }, [])

  const expiredDialog = (
    <Suspense>{expired && <SubscriptionExpired {...expired} onClose={() => setExpired(null)} />}</Suspense>
  )
  if (secondStep) {
    return (
      <>
        <Suspense>
          <SecondStep {...secondStep} />
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
          {/* After the field in the document, though drawn above it: Tab goes from the address to the password. */}
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
