import { currentUserAtom } from '@lamella/shared/session'
import { PageTitle } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { NotificationCard } from '../../features/notifications/notification-card.tsx'
import { NameForm } from '../../features/profile/name-form.tsx'
import { OrganisationCard } from '../../features/profile/organisation-card.tsx'
import { PasswordForm } from '../../features/profile/password-form.tsx'
import { PictureField } from '../../features/profile/picture-field.tsx'
import { SessionList } from '../../features/profile/session-list.tsx'
import { SecondFactorCard } from '../../features/second-factor/second-factor-card.tsx'
import css from './settings-page.module.css'

/** The user's own account and organisation; also for guests (contradiction 31). */
const SettingsPage = () => {
  const user = useAtomValue(currentUserAtom)
  if (!user) return null
  return (
    <>
      <PageTitle title="Settings" />
      <div className={css.columns}>
        <div className={css.column}>
          <Card component="section" aria-label="Profile">
            <Title order={2} size="h3">
              Profile
            </Title>
            <PictureField user={user} />
            <NameForm user={user} />
          </Card>
          <Card component="section" aria-label="Change password">
            <Title order={2} size="h3" mb="md">
              Change password
            </Title>
            <PasswordForm />
          </Card>
          <NotificationCard />
        </div>
        <div className={css.column}>
          <OrganisationCard user={user} />
          <SecondFactorCard user={user} />
          <SessionList />
        </div>
      </div>
    </>
  )
}

export default SettingsPage
