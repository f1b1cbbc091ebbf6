import { currentUserAtom, loadProfile, restrictionsAtom } from '@lamella/shared/session'
import { Anchor } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { EnrolmentForm } from '../../features/second-factor/enrolment-form.tsx'
import { RecoveryCodes } from '../../features/second-factor/recovery-codes.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { returnPath } from '../../lib/return-path.ts'
import { useErrorPage } from '../../lib/use-error-page.ts'

/**
 * Set-up of two-step verification for members whose organisation requires it; the guards admit them nowhere else until
 * then.
 */
const TwoStepPage = () => {
  const user = useAtomValue(currentUserAtom)
  const organisation = useAtomValue(restrictionsAtom)?.organisationName ?? 'Your organization'
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const toErrorPage = useErrorPage()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const destination = returnPath(search.get('return'))

  if (!user) return <Navigate to="/auth/login" replace />
  if (codes) {
    const proceed = async (): Promise<void> => {
      await loadProfile()
      navigate(destination, { replace: true })
    }
    return (
      <AuthScreen title="Keep your recovery codes">
        <RecoveryCodes codes={codes} action="Continue" onDone={() => void proceed().catch(toErrorPage)} />
      </AuthScreen>
    )
  }
  if (!user.secondFactorMissing) return <Navigate to={destination} replace />
  return (
    <AuthScreen
      title="Set up two-step verification"
      text={`${organisation} asks all members for a code of an app on their phone at the log-in, besides the password.`}
    >
      <EnrolmentForm onDone={setCodes} />
      <Anchor component={Link} to="/auth/login" mt="md" display="inline-block">
        Not your account ({user.email})?
      </Anchor>
    </AuthScreen>
  )
}

export default TwoStepPage
