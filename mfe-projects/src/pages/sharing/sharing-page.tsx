import { mayInProject, type Project } from '@lamella/shared/contract'
import {
  contributorsQuery,
  failingTo,
  projectInvitationsQuery,
  projectQuery,
  usageQuery,
  useLiveQuery,
  useUsersById,
} from '@lamella/shared/queries'
import { currentUserAtom, restrictionsAtom } from '@lamella/shared/session'
import { ErrorState, formatNumber, InfoBar, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { AddPeople } from '../../features/sharing/add-people.tsx'
import { ContributorList } from '../../features/sharing/contributor-list.tsx'
import { InvitationList } from '../../features/sharing/invitation-list.tsx'
import { RightsTable } from '../../features/sharing/rights-table.tsx'
import { TransferCard } from '../../features/sharing/transfer-card.tsx'
import { copyProjectLink } from '../../lib/copy-project-link.ts'
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
  const role = user && roleIn(project, user)
  const mayShare = mayInProject(role, 'share')
  const contributors = useLiveQuery(contributorsQuery(project.id))
  const users = useUsersById(contributors.data ? [project.owner, ...contributors.data.map(({ userId }) => userId)] : [])
  const areNamed = users.error !== null || users.find(project.owner) !== undefined
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
              organisation={restrictions.organisationName}
              placesText={placesText}
            />
          )}
          <ContributorList
            project={project}
            user={user}
            users={users}
            contributors={areNamed ? contributors.data : undefined}
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
          {mayTransfer && (
            <TransferCard project={project} user={user} ownerName={users.find(project.owner)?.fullName} />
          )}
        </div>
      </div>
    </>
  )
}

const CopyLink = ({ projectId }: { projectId: string }) => (
  <Button
    variant="default"
    leftSection={<IconLink size={16} stroke={1.7} aria-hidden />}
    onClick={() => void copyProjectLink(projectId, 'Sharing')}
  >
    Copy link
  </Button>
)

export default SharingPage
