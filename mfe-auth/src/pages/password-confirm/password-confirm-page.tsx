import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { setNewPassword } from '../../features/password/api.ts'
import { AuthForm } from '../../lib/auth-form.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { isComplete, NewPasswordFields } from '../../lib/new-password-fields.tsx'
import { useSubmit } from '../../lib/use-submit.ts'

/** Page of the emailed reset link: sets a new password (D1-2.1-31). */
const PasswordConfirmPage = () => {
  const [search] = useSearchParams()
  const [email] = useState(search.get('email'))
  const [token] = useState(search.get('token'))
  const [secret, setSecret] = useState({ password: '', confirmation: '' })
  const [changed, setChanged] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    await setNewPassword(email ?? '', token ?? '', secret.password)
    setChanged(true)
  })
  useEffect(() => {
    // The token must stay neither in the address bar nor in the history (D1-2.1-30). Bypasses the router, which would
    // change the page.
    if (email && token) window.history.replaceState(window.history.state, '', '/auth/password/reset')
  }, [email, token])

  if (!email || !token) return <Navigate to="/auth/password/reset" replace />
  if (changed) {
    return (
      <AuthScreen title="Password changed" text="Your new password is set. Use it to log in.">
        <Button component={Link} to="/auth/login" size="md" fullWidth>
          Continue to log in
        </Button>
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title="Set a new password" text={`For ${email}`}>
      <AuthForm ready={isComplete(secret)} busy={busy} error={error} action="Change password" onSubmit={submit}>
        <NewPasswordFields label="New password" value={secret} onChange={setSecret} />
      </AuthForm>
    </AuthScreen>
  )
}

export default PasswordConfirmPage
