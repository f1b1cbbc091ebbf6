import { organisationAdminQuery } from '@lamella/shared/queries'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

/** What a user can do at a limit: the admin upgrades (D2-2-52, D2-6-03), others write to the admin (D2-4-06). */
export const UpgradeWay = ({ isAdmin }: { isAdmin: boolean }) => {
  const email = useQuery({ ...organisationAdminQuery, enabled: !isAdmin }).data?.email
  if (isAdmin) {
    return (
      <Anchor component={Link} to="/settings/subscriptions" inherit>
        Upgrade subscription
      </Anchor>
    )
  }
  return (
    email && (
      <Anchor href={`mailto:${email}`} inherit>
        Contact Admin
      </Anchor>
    )
  )
}
