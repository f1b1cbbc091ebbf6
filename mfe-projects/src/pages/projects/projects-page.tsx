import { ApiFailure } from '@lamella/shared/api'
import { lastModifiedFirst, ProjectsTable, projectColumns, projectRows } from '@lamella/shared/blocks'
import {
  pictureQuery,
  projectCountsQuery,
  projectsStartQuery,
  useProjectList,
  useUsersById,
} from '@lamella/shared/queries'
import { currentUserAtom, restrictionsAtom, useProjectsLimitReached } from '@lamella/shared/session'
import {
  CardHeader,
  Dialog,
  DialogActions,
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
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { OrganisationStatistics } from '../../features/projects/organisation-statistics.tsx'
import { UpgradeWay } from '../../features/projects/upgrade-way.tsx'
import { useFailureToast } from '../../lib/use-failure-toast.ts'
import css from './projects-page.module.css'

const AddProjectDialog = lazy(() => import('../../features/projects/add-project-dialog.tsx'))

const columns = projectColumns(pictureQuery)

/** The failure that a toast reports here instead of an error page (contradiction 35). A list that is shown already stays. */
const failureForToast = ({ error, data }: UseQueryResult): Error | null =>
  error instanceof ApiFailure && error.status !== null && (!error.fatal || data !== undefined) ? error : null

/** D2-8-09, D2-8-10 */
const usersFailed = (message: string): string => `Userdata could not be retrieved (${message}). Please try again.`
const projectsFailed = (message: string): string => `Projects could not be retrieved (${message}). Please try again.`

const limitText = 'Your organization has reached the maximum number of projects.'

/** Projects list (D2-2-01). */
const ProjectsPage = () => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const navigate = useNavigate()
  const projects = useQuery(projectsStartQuery())
  const counts = useQuery(projectCountsQuery)
  useFailureToast(failureForToast(projects), 'Projects list', projectsFailed)
  const [filter, setFilter] = useState('')
  const [limitShown, setLimitShown] = useState(false)
  const [adding, setAdding] = useState<'project' | 'sample' | null>(null)
  const limitReached = useProjectsLimitReached(counts.data?.reduce((sum, { count }) => sum + count, 0))
  const pageSize = useRowsPerPage({ offset: limitReached ? 550 : 500, minimum: 10 })
  const list = useProjectList(projects, { filter, sort: lastModifiedFirst, pageSize })
  const users = useUsersById((list.rows ?? []).map(({ owner }) => owner))
  useFailureToast(users.error, 'Projects list', usersFailed)
  const { nameOf } = users
  const rows = useMemo(() => list.rows && projectRows(list.rows, nameOf), [list.rows, nameOf])
  if (!user || !restrictions) return null

  const add = (what: 'project' | 'sample'): void => {
    if (limitReached) setLimitShown(true)
    else setAdding(what)
  }
  const showLimit = (): void => {
    setAdding(null)
    setLimitShown(true)
  }
  const create = (): void => {
    if (limitReached) setLimitShown(true)
    else navigate('/projects/new')
  }
  const plus = <IconPlus size={16} stroke={1.7} aria-hidden />
  const addButton = (
    <Button leftSection={plus} onClick={() => add('project')} disabled={user.isGuest}>
      Add project
    </Button>
  )
  return (
    <>
      <PageTitle title="Projects" actions={list.hasAny && addButton} />
      {user.isGuest && <InfoBar>As a guest of this organization you cannot create projects.</InfoBar>}
      {limitReached && !user.isGuest && (
        <InfoBar tone="warning">
          {limitText} <UpgradeWay isAdmin={user.isAdmin} />
        </InfoBar>
      )}
      <div className={css.columns}>
        <Card padding={0} className={list.hasAny === false ? css.empty : undefined}>
          {list.hasAny && (
            <CardHeader>
              <FilterField label="Filter projects" value={filter} onChange={setFilter} width={280} />
              <Tooltip label="Refresh projects list">
                <ActionIcon
                  variant="default"
                  aria-label="Refresh projects list"
                  loading={list.isFetching}
                  onClick={() => void list.refetch()}
                >
                  <IconRefresh size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </CardHeader>
          )}
          <ProjectsTable
            columns={columns}
            rows={rows}
            served={list.served}
            hasAny={list.hasAny}
            filter={filter}
            pageSize={pageSize}
            error={queryError('Projects could not be retrieved', projects, ...list.parts)}
            isGuest={user.isGuest}
            emptyActions={
              <>
                <Button leftSection={plus} onClick={create} disabled={user.isGuest}>
                  Create a new project
                </Button>
                <Button variant="default" onClick={() => add('sample')} disabled={user.isGuest}>
                  Add a sample project
                </Button>
              </>
            }
          />
        </Card>
        <OrganisationStatistics
          user={user}
          restrictions={restrictions}
          ownImages={
            list.outline?.ownImages ??
            (rows ?? []).filter(({ owner }) => owner === user.id).reduce((sum, { imageCount }) => sum + imageCount, 0)
          }
        />
      </div>
      {adding && (
        <Suspense>
          <AddProjectDialog adding={adding} onClose={() => setAdding(null)} onLimit={showLimit} />
        </Suspense>
      )}
      <Dialog opened={limitShown} title="Limit reached" onClose={() => setLimitShown(false)}>
        <Text c="var(--lm-text2)">
          {limitText} <UpgradeWay isAdmin={user.isAdmin} />
        </Text>
        <DialogActions>
          <Button variant="default" onClick={() => setLimitShown(false)}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

export default ProjectsPage
