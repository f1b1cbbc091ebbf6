import { mayInProject, type Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import {
  contributorsQuery,
  failingTo,
  projectInvitationsQuery,
  projectQuery,
  usageQuery,
  useLiveQuery,
  usersQuery,
} from '@lamella/shared/queries'
import { currentUserAtom, restrictionsAtom } from '@lamella/shared/session'
import { ErrorState, formatNumber, InfoBar, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, CopyButton } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { AddPeople } from '../../features/sharing/add-people.tsx'
import { ContributorList } from '../../features/sharing/contributor-list.tsx'
import { InvitationList } from '../../features/sharing/invitation-list.tsx'
import { RightsTable } from '../../features/sharing/rights-table.tsx'
import { TransferCard } from '../../features/sharing/transfer-card.tsx'
import { roleIn, roleTitles } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './sharing-page.module.css'

/** Sharing of a project (D2-2-11): who contributes, in which role. */
const SharingPage = () => {
  const { projectId = '' } = useParams()
  const project = useLiveQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const error = queryError('The project could not be opened', project)
  if (error) return <ErrorState {...error} />
  return project.data ? <Loaded project={project.data} /> : <LoadingRows />
}

/** Such as "1 of 5 user places is left."; '' without a limit, or while the number is not known. */
const usePlacesText = (limit: number, isWanted: boolean): string => {
  const usage = useQuery({ ...failingTo(null, usageQuery), enabled: isWanted && limit >= 0 }).data
  const used = usage?.find(({ key }) => key === 'userLimit')?.used
  if (used === undefined) return ''
  const left = Math.max(limit - used, 0)
  return `${formatNumber(left)} of ${formatNumber(limit)} user places ${left === 1 ? 'is' : 'are'} left.`
}

const Loaded = ({ project }: { project: Project }) => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const users = useLiveQuery(usersQuery)
  const role = user && roleIn(project, user)
  const mayShare = mayInProject(role, 'share')
  const contributors = useLiveQuery(contributorsQuery(project.id))
  const invitations = useLiveQuery({ ...projectInvitationsQuery(project.id), enabled: mayShare })
  const placesText = usePlacesText(restrictions?.limits.userLimit ?? -1, mayShare)
  if (!user || !restrictions || !role) return null
  const mayTransfer = mayInProject(role, 'transfer') || user.isAdmin
  return (
    <>
      <PageTitle
        title="Sharing"
        facts={`Who can open ${project.name}, and what they may do in it.`}
        actions={<CopyLink projectId={project.id} />}
      />
      {!mayShare && (
        <InfoBar>
          {user.isGuest
            ? 'As a guest of this organization you cannot share projects.'
            : `As ${roleTitles[role]} you cannot share this project.`}
        </InfoBar>
      )}
      <div className={css.columns}>
        <div className={css.column}>
          {mayShare && (
            <AddPeople
              project={project}
              user={user}
              users={users.data ?? []}
              organisation={restrictions.organisationName}
              placesText={placesText}
            />
          )}
          <ContributorList
            project={project}
            user={user}
            users={users.data}
            contributors={users.isPending ? undefined : contributors.data}
            error={queryError('The contributors could not be retrieved', contributors)}
            mayShare={mayShare}
          />
          {mayShare && (
            <InvitationList
              project={project}
              invitations={invitations.data}
              error={queryError('The invitations could not be retrieved', invitations)}
            />
          )}
        </div>
        <div className={css.column}>
          <RightsTable />
          {mayTransfer && users.data && <TransferCard project={project} user={user} users={users.data} />}
        </div>
      </div>
    </>
  )
}

const CopyLink = ({ projectId }: { projectId: string }) => (
  <CopyButton value={`${window.location.origin}/projects/${projectId}`}>
    {({ copy }) => (
      <Button
        variant="default"
        leftSection={<IconLink size={16} stroke={1.7} aria-hidden />}
        onClick={() => {
          copy()
          bus.emit('toast/show', { kind: 'success', title: 'Sharing', detail: 'Project link copied to clipboard' })
        }}
      >
        Copy link
      </Button>
    )}
  </CopyButton>
)

export default SharingPage
