import { isFormEmail } from '@lamella/shared/contract'
import { runtimeConfigAtom } from '@lamella/shared/session'
import { Anchor } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { startTrial } from '../../features/sign-up/api.ts'
import { AgreementBox } from '../../lib/agreement-box.tsx'
import { AuthForm } from '../../lib/auth-form.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { EmailField } from '../../lib/email-field.tsx'
import { useEmail } from '../../lib/use-email.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import css from './sign-up-page.module.css'

/** Starts a free trial (D1-2.1-01). */
const SignUpPage = () => {
  const { bookDemoUrl } = useAtomValue(runtimeConfigAtom).product
  const { email, setEmail, messageOrErrorPage } = useEmail()
  const [agreed, setAgreed] = useState<boolean | null>(null)
  const [sent, setSent] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    await startTrial(email.trim())
    setSent(true)
  }, messageOrErrorPage)

  const links = (
    <p className={css.links}>
      <span>
        Already have an account?{' '}
        <Anchor component={Link} to="/auth/login" inherit>
          Log in
        </Anchor>
      </span>
      <Anchor component={Link} to="/auth/password/reset" inherit data-alone>
        Forgot your password?
      </Anchor>
    </p>
  )
  if (sent) {
    return (
      <AuthScreen
        title="Check your inbox"
        text={`We have sent a link to ${email.trim()}. Open it within 24 hours to confirm your address; it works once.`}
      >
        {links}
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title="Start your free trial" text="One month, no credit card. Your colleagues can join.">
      <AuthForm
        ready={isFormEmail(email) && agreed === true}
        busy={busy}
        error={error}
        action="Start free trial"
        onSubmit={submit}
      >
        <EmailField label="Business email" value={email} onChange={setEmail} autoFocus />
        <AgreementBox agreed={agreed} onChange={setAgreed} />
      </AuthForm>
      <p className={css.demo}>
        <Anchor href={bookDemoUrl} target="_blank" rel="noreferrer" inherit data-alone>
          Want to see how it works
        </Anchor>
      </p>
      {links}
    </AuthScreen>
  )
}

export default SignUpPage
