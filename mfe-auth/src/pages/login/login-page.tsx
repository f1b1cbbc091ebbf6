import { isFormEmail } from '@lamella/shared/contract'
import {
  currentUserAtom,
  login,
  logout,
  restrictionsAtom,
  runtimeConfigAtom,
  store,
  UserNotActivated,
} from '@lamella/shared/session'
import { Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { EmailField } from '../../lib/email-field.tsx'
import { FormError, messageOf } from '../../lib/form-error.tsx'
import { returnPath } from '../../lib/return-path.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import css from './login-page.module.css'

/** Few see it: its parts stay out of what everybody loads to log in. */
const SubscriptionExpired = lazy(async () => {
  const feature = await import('../../features/subscription-expired/subscription-expired.tsx')
  return { default: feature.SubscriptionExpired }
})

const wrongCredentials = 'Email address and/or password do not match. Please try again.'

/** Order of the messages: user fetch, then "Error 401", then the server's own words (contradictions.md 12). */
const describe = (error: unknown): string => {
  if (error instanceof UserNotActivated) return error.message
  const message = messageOf(error)
  return message.includes('Error 401') ? wrongCredentials : message
}

const LoginPage = () => {
  const { signupDisabled, product } = useAtomValue(runtimeConfigAtom)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [expired, setExpired] = useState(false)

  // Whoever is logged in and opens this page is logged out first (document 1 §2.1).
  useEffect(() => {
    if (store.get(currentUserAtom)) void logout()
  }, [])

  const { busy, error, submit } = useSubmit(async () => {
    await login(email.trim(), password)
    const user = store.get(currentUserAtom)
    if (!store.get(restrictionsAtom)?.portalWebAccess) setExpired(true)
    else if (user?.agreementPrivacy && user.agreementTerms)
      navigate(returnPath(search.get('return')), { replace: true })
    else navigate('/auth/terms/confirm')
  }, describe)

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }
  return (
    <AuthScreen title="Log in" text="Your images, annotations and models.">
      <FormError message={error} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <EmailField value={email} onChange={setEmail} autoFocus />
          <div className={css.password}>
            <Anchor
              component={Link}
              to={`/auth/password/reset?email=${encodeURIComponent(email)}`}
              className={css.forgot}
            >
              Forgot your password?
            </Anchor>
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              size="md"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </div>
          <Button
            type="submit"
            size="md"
            fullWidth
            mt="xs"
            loading={busy}
            disabled={!isFormEmail(email) || password === ''}
          >
            Log in
          </Button>
        </Stack>
      </form>
      {!signupDisabled && (
        <p className={css.other}>
          New to {product.name}?{' '}
          <Anchor component={Link} to="/auth/signup" inherit>
            Start free trial
          </Anchor>
        </p>
      )}
      <Suspense>
        {expired && (
          <SubscriptionExpired
            opened
            onClose={() => {
              setExpired(false)
              void logout()
            }}
          />
        )}
      </Suspense>
    </AuthScreen>
  )
}

export default LoginPage
