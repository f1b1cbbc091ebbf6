import { isFormEmail } from '@lamella/shared/contract'
import { Anchor, Button, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { requestReset } from '../../features/password/api.ts'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { EmailField } from '../../lib/email-field.tsx'
import { FormError } from '../../lib/form-error.tsx'
import { useSubmit } from '../../lib/use-submit.ts'

const PasswordResetPage = () => {
  const [search] = useSearchParams()
  const [email, setEmail] = useState(search.get('email') ?? '')
  const [sent, setSent] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    await requestReset(email.trim())
    setSent(true)
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }
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
    <AuthScreen title="Reset your password" text="We send you a link to set a new one.">
      <FormError message={error} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <EmailField value={email} onChange={setEmail} autoFocus />
          <Button type="submit" size="md" fullWidth loading={busy} disabled={!isFormEmail(email)}>
            Send link
          </Button>
          <Anchor component={Link} to="/auth/login">
            Back to log in
          </Anchor>
        </Stack>
      </form>
    </AuthScreen>
  )
}

export default PasswordResetPage
