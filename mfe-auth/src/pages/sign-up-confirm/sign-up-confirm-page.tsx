import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { type NewAccount, NewAccountForm } from '../../features/new-account/new-account-form.tsx'
import { finishSignUp } from '../../features/sign-up/api.ts'
import { AuthScreen } from '../../lib/auth-screen.tsx'

/** Page of the emailed link: finishes the sign-up (D1-2.1-11). */
const SignUpConfirmPage = () => {
  const [search] = useSearchParams()
  const [token] = useState(search.get('token'))
  const navigate = useNavigate()
  if (!token) return <Navigate to="/auth/signup" replace />

  const create = async (account: NewAccount): Promise<void> => {
    const { department, position, fieldOfWork, discoverySource, ...person } = account
    await finishSignUp({
      ...person,
      token,
      agreementTerms: true,
      agreementPrivacy: true,
      additionalInformation: { department, position, fieldOfWork, discoverySource },
    })
    navigate('/auth/welcome', { replace: true })
  }
  return (
    <AuthScreen title="Finish your sign-up" text="Tell us who you are and choose a password.">
      <NewAccountForm withOrganisation onSubmit={create} />
    </AuthScreen>
  )
}

export default SignUpConfirmPage
