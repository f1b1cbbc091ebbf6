import type { CurrentUser } from '@lamella/shared/contract'
import { organisationQuery } from '@lamella/shared/queries'
import { hasDraft, subscriptionsAtom } from '@lamella/shared/session'
import { ErrorState, formatDay, LoadingRows, queryError } from '@lamella/shared/ui'
import { Anchor, Button, Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { OrganisationDialog, organisationForm } from './organisation-dialog.tsx'
import css from './profile.module.css'

/** The user's organisation; admins can edit name and sector. */
export const OrganisationCard = ({ user }: { user: CurrentUser }) => {
  const organisation = useQuery(organisationQuery)
  const plans = useAtomValue(subscriptionsAtom).map(({ subscriptionPlan }) => subscriptionPlan.displayName)
  const [editing, setEditing] = useState(() => hasDraft(organisationForm))
  const { data } = organisation
  const error = data ? undefined : queryError('Your organization could not be retrieved', organisation)
  return (
    <Card component="section" aria-label="Organization">
      <div className={css.cardHead}>
        <Title order={2} size="h3">
          Organization
        </Title>
        {user.isAdmin && data && (
          <Button variant="default" size="compact-sm" aria-label="Edit organization" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {error ? (
        <ErrorState {...error} />
      ) : !data ? (
        <LoadingRows rows={4} />
      ) : (
        <>
          <dl className={css.facts}>
            <dt>Name</dt>
            <dd>{data.name}</dd>
            <dt>Sector</dt>
            <dd>{data.sector || '–'}</dd>
            <dt>Admin</dt>
            <dd>
              {data.owner.fullName}
              <br />
              <Anchor href={`mailto:${data.owner.email}`} inherit data-alone>
                {data.owner.email}
              </Anchor>
            </dd>
            <dt>Plan</dt>
            <dd>{plans.join(', ') || '–'}</dd>
            <dt>Created</dt>
            <dd>{formatDay(new Date(data.created))}</dd>
          </dl>
          <OrganisationDialog opened={editing} organisation={data} onClose={() => setEditing(false)} />
        </>
      )}
    </Card>
  )
}
