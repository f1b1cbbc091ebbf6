import { currentUserAtom, loadProfile, store } from '@lamella/shared/session'
import { ProgressBar } from '@lamella/shared/ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AuthScreen } from '../../lib/auth-screen.tsx'

/** Milliseconds of the countdown after accepting (D1-2.1-38). */
const countdown = 3000
/** Milliseconds between two steps of the bar. */
const tick = 100

/**
 * Reloads the user.
 * @returns the dashboard's path, or that of an error page (D1-4.3-04, contradiction 10)
 */
const destination = async (): Promise<string> => {
  try {
    await loadProfile()
  } catch {
    return '/error'
  }
  const user = store.get(currentUserAtom)
  return user?.agreementTerms && user.agreementPrivacy ? '/' : '/error/noAgreementOrTerms'
}

/** Thanks for accepting, with a countdown to the dashboard (D1-2.1-37, D1-2.1-38). */
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
