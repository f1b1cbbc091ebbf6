import { organisationAdminQuery } from '@lamella/shared/queries'
import { runtimeConfigAtom } from '@lamella/shared/session'
import { InfoBar } from '@lamella/shared/ui'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'

/** For members without admin rights: who can request an upgrade. */
export const ContactAdmin = () => {
  const { supportEmail } = useAtomValue(runtimeConfigAtom).product
  const admin = useQuery(organisationAdminQuery)
  return (
    <InfoBar>
      Only admins of your organization can request an upgrade.{' '}
      <Anchor href={`mailto:${admin.data?.email ?? supportEmail}`} inherit>
        Contact your admin
      </Anchor>
    </InfoBar>
  )
}
