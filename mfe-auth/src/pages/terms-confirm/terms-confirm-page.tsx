import { currentUserAtom, loadProfile, runtimeConfigAtom, store } from '@lamella/shared/session'
import { Anchor, Button, Progress } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { acceptAgreements } from '../../features/agreements/api.ts'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { useSubmit } from '../../lib/use-submit.ts'

/** Milliseconds of the countdown after accepting (document 1 §9). */
const countdown = 3000
const tick = 100

const TermsConfirmPage = () => {
  const user = useAtomValue(currentUserAtom)
  const { privacyUrl, termsUrl } = useAtomValue(runtimeConfigAtom).product
  const navigate = useNavigate()
  const [accepted, setAccepted] = useState(false)
  const { busy, submit } = useSubmit(async () => {
    try {
      await acceptAgreements()
      setAccepted(true)
    } catch {
      navigate('/error')
    }
  })
  if (accepted) return <ThankYou />
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
      {user && (
        <Anchor component={Link} to="/auth/login" mt="md" display="block">
          Not your account ({user.email})?
        </Anchor>
      )}
    </AuthScreen>
  )
}

const ThankYou = () => {
  const navigate = useNavigate()
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const started = Date.now()
    const timer = setInterval(() => setPassed(Math.min(countdown, Date.now() - started)), tick)
    return () => clearInterval(timer)
  }, [])
  const over = passed >= countdown
  useEffect(() => {
    if (!over) return
    const proceed = async (): Promise<void> => {
      await loadProfile().catch(() => undefined)
      navigate(store.get(currentUserAtom) ? '/' : '/error', { replace: true })
    }
    void proceed()
  }, [over, navigate])
  return (
    <AuthScreen title="Thank you" text="You will be taken to your dashboard.">
      <Progress value={(passed / countdown) * 100} aria-label="Time until the dashboard opens" />
    </AuthScreen>
  )
}

export default TermsConfirmPage
