import { ApiFailure } from '@lamella/shared/api'
import { invitationQuery } from '@lamella/shared/queries'
import { ErrorState, LoadingRows } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { accept } from '../../features/invitation-acceptance/api.ts'
import { type NewAccount, NewAccountForm } from '../../features/new-account/new-account-form.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'

/** The link is invalid, unknown or expired: a retry cannot help. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiFailure && [400, 404, 410].includes(error.status ?? 0)

/** Page of the emailed link: the invited person creates an account in an existing organisation. */
const InvitationPage = () => {
  const { invitationId = '' } = useParams()
  const [search] = useSearchParams()
  const [token] = useState(search.get('token') ?? '')
  const navigate = useNavigate()
  const { data, error, refetch, isFetching } = useQuery({
    ...invitationQuery(invitationId, token),
    enabled: token !== '',
  })

  if (token === '' || isRefused(error)) {
    return (
      <AuthScreen
        title="This invitation cannot be used"
        text="Its link is not valid, has expired or was used already. Ask the person who invited you to send it again."
      >
        <Button component={Link} to="/auth/login" variant="default" size="md" fullWidth>
          Go to log in
        </Button>
      </AuthScreen>
    )
  }
  if (!data) {
    return (
      <AuthScreen title="Your invitation">
        {error ? (
          <ErrorState
            title="Your invitation could not be loaded"
            text="The server did not answer. The invitation is still valid."
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <LoadingRows rows={4} />
        )}
      </AuthScreen>
    )
  }

  const create = async ({ firstName, lastName, password, ...account }: NewAccount): Promise<void> => {
    const { department, position, fieldOfWork, discoverySource } = account
    await accept(invitationId, {
      firstName,
      lastName,
      password,
      token,
      agreementTerms: true,
      agreementPrivacy: true,
      additionalInformation: { department, position, fieldOfWork, discoverySource },
    })
    navigate('/auth/welcome', { replace: true })
  }
  return (
    <AuthScreen title={`Join ${data.organizationName}`} text={`You are invited as ${data.email}.`}>
      <NewAccountForm withOrganisation={false} onSubmit={create} />
    </AuthScreen>
  )
}

export default InvitationPage
