import { currentUserAtom, runtimeConfigAtom } from '@lamella/shared/session'
import { Anchor, Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { acceptAgreements } from '../../features/agreements/api.ts'
import { ThankYou } from '../../features/agreements/thank-you.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { useErrorPage } from '../../lib/use-error-page.ts'
import { useSubmit } from '../../lib/use-submit.ts'

/** Acceptance of updated agreements (D1-2.1-35). */
const TermsConfirmPage = () => {
  const user = useAtomValue(currentUserAtom)
  const { privacyUrl, termsUrl } = useAtomValue(runtimeConfigAtom).product
  const toErrorPage = useErrorPage()
  const [accepted, setAccepted] = useState(false)
  const { busy, submit } = useSubmit(
    async () => {
      await acceptAgreements()
      setAccepted(true)
    },
    () => {
      toErrorPage()
      return null
    },
  )
  if (accepted) return <ThankYou />
  // Without a session there is no account to agree for.
  if (!user) return <Navigate to="/auth/login" replace />
  return (
    <AuthScreen
      title="Updated agreements"
      text={
        <>
          We have updated our{' '}
          <Anchor href={termsUrl} target="_blank" rel="noreferrer" inherit>
            Terms of Service
          </Anchor>{' '}
          and{' '}
          <Anchor href={privacyUrl} target="_blank" rel="noreferrer" inherit>
            Privacy Policy
          </Anchor>
          . Accept them to go on.
        </>
      }
    >
      <Button size="md" fullWidth loading={busy} onClick={() => void submit()}>
        Accept and proceed
      </Button>
      <Anchor component={Link} to="/auth/login" mt="md" display="inline-flex" data-alone>
        Not your account ({user.email})?
      </Anchor>
    </AuthScreen>
  )
}

export default TermsConfirmPage
