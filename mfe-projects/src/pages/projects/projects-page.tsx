import { ApiFailure } from '@lamella/shared/api'
import { projectColumns, projectRows, samplePictures } from '@lamella/shared/blocks'
import { pictureQuery, projectCountsQuery, projectsQuery, usersQuery } from '@lamella/shared/queries'
import { currentUserAtom, restrictionsAtom, useProjectsLimitReached } from '@lamella/shared/session'
import {
  CardHeader,
  DataTable,
  Dialog,
  DialogActions,
  EmptyState,
  FilterField,
  InfoBar,
  PageTitle,
  queryError,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { ActionIcon, Button, Card, Text, Tooltip } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { OrganisationStatistics } from '../../features/projects/organisation-statistics.tsx'
import { useFailureToast } from '../../lib/use-failure-toast.ts'
import css from './projects-page.module.css'

const columns = projectColumns(pictureQuery)

/** The failure that a toast reports here instead of an error page (contradiction 35). A list that is shown already stays. */
const failureForToast = ({ error, data }: UseQueryResult): Error | null =>
  error instanceof ApiFailure && error.status !== null && (!error.fatal || data !== undefined) ? error : null

/** D2-8-09, D2-8-10 */
const usersFailed = (message: string): string => `Userdata could not be retrieved (${message}). Please try again.`
const projectsFailed = (message: string): string => `Projects could not be retrieved (${message}). Please try again.`

/** Projects list (D2-2-01). */
const ProjectsPage = () => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const navigate = useNavigate()
  const projects = useQuery(projectsQuery)
  const users = useQuery(usersQuery)
  const counts = useQuery(projectCountsQuery)
  useFailureToast(users.error, 'Projects list', usersFailed)
  useFailureToast(failureForToast(projects), 'Projects list', projectsFailed)
  const [filter, setFilter] = useState('')
  const [limitShown, setLimitShown] = useState(false)
  const limitReached = useProjectsLimitReached(counts.data?.reduce((sum, { count }) => sum + count, 0))
  const pageSize = useRowsPerPage({ offset: limitReached ? 550 : 500, minimum: 10 })
  const rows = useMemo(
    () => projects.data && projectRows(projects.data, users.isPending ? undefined : (users.data ?? [])),
    [projects.data, users.isPending, users.data],
  )
  if (!user || !restrictions) return null

  const create = (): void => {
    if (limitReached) setLimitShown(true)
    else navigate('/projects/new')
  }
  const createButton = (
    <Button leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={create} disabled={user.isGuest}>
      Create a new project
    </Button>
  )
  return (
    <>
      <PageTitle title="Projects" actions={rows && rows.length > 0 && createButton} />
      {user.isGuest && <InfoBar>As a guest of this organization you cannot create projects.</InfoBar>}
      <div className={css.columns}>
        <Card padding={0} className={rows?.length === 0 ? css.empty : undefined}>
          {rows && rows.length > 0 && (
            <CardHeader>
              <FilterField label="Filter projects" value={filter} onChange={setFilter} width={280} />
              <Tooltip label="Refresh projects list">
                <ActionIcon
                  variant="default"
                  aria-label="Refresh projects list"
                  loading={projects.isFetching}
                  onClick={() => void projects.refetch()}
                >
                  <IconRefresh size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </CardHeader>
          )}
          <DataTable
            label="Projects"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/projects/${id}`}
            filter={filter}
            noMatchText="No projects found."
            pageSize={pageSize}
            totalSuffix="(owner or contributor)"
            error={queryError('Projects could not be retrieved', projects)}
            empty={
              <EmptyState
                pictures={samplePictures}
                title="No projects found"
                text={
                  user.isGuest
                    ? "You haven't been added to any projects yet."
                    : "You haven't created or been added to any projects yet."
                }
                actions={createButton}
              />
            }
          />
        </Card>
        <OrganisationStatistics
          user={user}
          restrictions={restrictions}
          ownImages={(rows ?? [])
            .filter(({ owner }) => owner === user.id)
            .reduce((sum, { imageCount }) => sum + imageCount, 0)}
        />
      </div>
      <Dialog opened={limitShown} title="Limit reached" onClose={() => setLimitShown(false)}>
        <Text c="var(--lm-text2)">Your organization has reached the maximum number of projects.</Text>
        <DialogActions>
          <Button variant="default" onClick={() => setLimitShown(false)}>
            Close
          </Button>
          {user.isAdmin && (
            <Button component={Link} to="/settings/subscriptions">
              Upgrade subscription
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  )
}

export default ProjectsPage
