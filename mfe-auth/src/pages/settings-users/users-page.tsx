import { currentUserAtom, hasDraft, restrictionsAtom } from '@lamella/shared/session'
import { InfoBar, PageTitle, TabCount } from '@lamella/shared/ui'
import { Button, Tabs } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { InvitationList } from '../../features/invitations/invitation-list.tsx'
import { InviteDialog, inviteForm } from '../../features/invitations/invite-dialog.tsx'
import { useInvitations } from '../../features/invitations/use-invitations.ts'
import { MemberList } from '../../features/members/member-list.tsx'
import { usePeople } from '../../features/members/use-people.ts'

type Scope = 'members' | 'invitations'

/** Members of the organisation (D1-2.6-59), and its invitations with the query `scope=invitations` (D1-2.6-60). */
const UsersPage = () => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const isAdmin = user?.isAdmin ?? false
  const people = usePeople(isAdmin)
  const invitations = useInvitations(isAdmin)
  const [search, setSearch] = useSearchParams()
  const [inviting, setInviting] = useState(() => hasDraft(inviteForm))
  if (!user || !restrictions) return null

  const scope: Scope = search.get('scope') === 'invitations' ? 'invitations' : 'members'
  const { organisationName, limits } = restrictions
  const members = <MemberList user={user} people={people} userLimit={limits.userLimit} />
  if (!isAdmin) {
    return (
      <>
        <PageTitle title="Users" facts={`Everyone in ${organisationName}.`} />
        {scope === 'invitations' && <InfoBar>Only admins of your organization can invite users.</InfoBar>}
        {members}
      </>
    )
  }
  const { active } = people
  const seats =
    active === undefined || limits.userLimit < 0
      ? null
      : { left: limits.userLimit - active - (invitations.pending ?? 0), limit: limits.userLimit }
  const inviteButton = (
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.7} aria-hidden />}
      disabled={people.list.rows === undefined && !people.error}
      onClick={() => setInviting(true)}
    >
      Invite users
    </Button>
  )
  const noneInvited = scope === 'invitations' && invitations.list.hasAny === false
  return (
    <>
      <PageTitle
        title="Users"
        facts={`Everyone in ${organisationName}, and everyone who has been invited.`}
        actions={!noneInvited && inviteButton}
      />
      <Tabs value={scope} onChange={(value) => setSearch(value === 'invitations' ? { scope: value } : {})}>
        <Tabs.List aria-label="Users">
          <Tabs.Tab
            value="members"
            rightSection={people.list.all !== undefined && <TabCount count={people.list.all} />}
          >
            Members
          </Tabs.Tab>
          <Tabs.Tab
            value="invitations"
            rightSection={invitations.list.all !== undefined && <TabCount count={invitations.list.all} />}
          >
            Invitations
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members" pt="md">
          {scope === 'members' && members}
        </Tabs.Panel>
        <Tabs.Panel value="invitations" pt="md">
          {scope === 'invitations' && <InvitationList invitations={invitations} emptyAction={inviteButton} />}
        </Tabs.Panel>
      </Tabs>
      <InviteDialog opened={inviting} seats={seats} onClose={() => setInviting(false)} />
    </>
  )
}

export default UsersPage
