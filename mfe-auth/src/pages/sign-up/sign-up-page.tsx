import { isFormEmail } from '@lamella/shared/contract'
import { runtimeConfigAtom } from '@lamella/shared/session'
import { Anchor, Button, Checkbox, Stack } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { startTrial } from '../../features/sign-up/api.ts'
import { AgreementLabel } from '../../lib/agreement-label.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { EmailField } from '../../lib/email-field.tsx'
import { FormError } from '../../lib/form-error.tsx'
import { useSubmit } from '../../lib/use-submit.ts'
import css from './sign-up-page.module.css'

const notAgreed = 'Please agree to our Privacy Policy and Terms of Service'

const SignUpPage = () => {
  const { bookDemoUrl } = useAtomValue(runtimeConfigAtom).product
  const [email, setEmail] = useState('')
  const [agreed, setAgreed] = useState<boolean | null>(null)
  const [sent, setSent] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    await startTrial(email.trim())
    setSent(true)
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }

  const links = (
    <p className={css.links}>
      <span>
        Already have an account?{' '}
        <Anchor component={Link} to="/auth/login" inherit>
          Log in
        </Anchor>
      </span>
      <Anchor component={Link} to="/auth/password/reset" inherit>
        Forgot your password?
      </Anchor>
    </p>
  )
  if (sent) {
    return (
      <AuthScreen
        title="Check your inbox"
        text={`We have sent a link to ${email.trim()}. Open it to confirm your address; it works once and for 24 hours.`}
      >
        {links}
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title="Start your free trial" text="One month, no card. Your colleagues can join.">
      <FormError message={error} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <EmailField label="Business email" value={email} onChange={setEmail} autoFocus />
          <Checkbox
            label={<AgreementLabel />}
            checked={agreed ?? false}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
            error={agreed === false ? notAgreed : undefined}
          />
          <Button type="submit" size="md" fullWidth loading={busy} disabled={!isFormEmail(email) || !agreed}>
            Start free trial
          </Button>
        </Stack>
      </form>
      <p className={css.demo}>
        <Anchor href={bookDemoUrl} target="_blank" rel="noreferrer" inherit>
          Want to see how it works
        </Anchor>
      </p>
      {links}
    </AuthScreen>
  )
}

export default SignUpPage
