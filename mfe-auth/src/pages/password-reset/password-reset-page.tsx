import { isFormEmail } from '@lamella/shared/contract'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { requestReset } from '../../features/password/api.ts'
import { AuthForm } from '../../lib/auth-form.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { EmailField } from '../../lib/email-field.tsx'
import { useEmail } from '../../lib/use-email.ts'
import { useSubmit } from '../../lib/use-submit.ts'

/** Requests a reset link (D1-2.1-26); the answer is the same for unknown addresses. */
const PasswordResetPage = () => {
  const [search] = useSearchParams()
  const { email, setEmail, messageOrErrorPage } = useEmail(search.get('email') ?? '')
  const [sent, setSent] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    await requestReset(email.trim())
    setSent(true)
  }, messageOrErrorPage)
  if (sent) {
    return (
      <AuthScreen
        title="Check your mailbox"
        text={`If there is an account for ${email.trim()}, a link to set a new password is on its way. Check your spam folder if it does not arrive, or try again.`}
      >
        <Button variant="default" size="md" fullWidth onClick={() => setSent(false)}>
          Try again
        </Button>
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title="Reset your password" text="We will send you a link to set a new one.">
      <AuthForm ready={isFormEmail(email)} busy={busy} error={error} action="Send link" onSubmit={submit}>
        <EmailField value={email} onChange={setEmail} autoFocus />
      </AuthForm>
      <Anchor component={Link} to="/auth/login" display="inline-flex" mt="md" data-alone>
        Back to log in
      </Anchor>
    </AuthScreen>
  )
}

export default PasswordResetPage
