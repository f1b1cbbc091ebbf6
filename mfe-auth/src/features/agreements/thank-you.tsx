import { currentUserAtom, loadProfile, store } from '@lamella/shared/session'
import { ProgressBar } from '@lamella/shared/ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AuthScreen } from '../../lib/auth-screen.tsx'

/** Milliseconds of the countdown after accepting (document 1 §9). */
const countdown = 3000
const tick = 100

/** Where the reloaded user goes: to the dashboard, or to an error page (document 1 §4.3, contradictions.md 10). */
const destination = async (): Promise<string> => {
  try {
    await loadProfile()
  } catch {
    return '/error'
  }
  const user = store.get(currentUserAtom)
  return user?.agreementTerms && user.agreementPrivacy ? '/' : '/error/noAgreementOrTerms'
}

export const ThankYou = () => {
  const navigate = useNavigate()
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const started = performance.now()
    const timer = setInterval(() => setPassed(Math.min(countdown, performance.now() - started)), tick)
    return () => clearInterval(timer)
  }, [])
  const over = passed >= countdown
  useEffect(() => {
    if (over) void destination().then((path) => navigate(path, { replace: true }))
  }, [over, navigate])
  return (
    <AuthScreen title="Thank you" text="You will be taken to your dashboard.">
      <ProgressBar value={(passed / countdown) * 100} label="Time until the dashboard opens" />
    </AuthScreen>
  )
}
