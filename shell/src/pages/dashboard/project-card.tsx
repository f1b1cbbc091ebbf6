import { type ProjectRow, projectColumns, samplePictures } from '@lamella/shared/blocks'
import type { CurrentUser } from '@lamella/shared/contract'
import { pictureQuery } from '@lamella/shared/queries'
import {
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  FilterField,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { ActionIcon, Anchor, Button, Card, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMobile } from '../../layout/breakpoints.ts'

interface ProjectCardProps {
  user: CurrentUser
  rows: readonly ProjectRow[] | undefined
  /** Called instead of following the link to the new-project page. */
  onCreate: () => void
}

const columns: readonly DataTableColumn<ProjectRow>[] = [
  ...projectColumns(pictureQuery),
  // Together with the padding of the column before it, as wide as the first column's.
  { id: 'spacer', title: '', width: 4, isSpacer: true },
]

/** The dashboard's project table (D1-2.2-14). */
export const ProjectCard = ({ user, rows, onCreate }: ProjectCardProps) => {
  const mobile = useMobile()
  const [filter, setFilter] = useState('')
  /** Null until the toggle is used: then shown on wide windows and hidden on mobile. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const searching = chosen ?? !mobile
  const pageSize = useRowsPerPage({ offset: { portrait: 550, landscape: 700 }, minimum: 3 })
  const toggleSearch = (): void => {
    setChosen(!searching)
    setFilter('')
  }
  const create = (event: MouseEvent): void => {
    event.preventDefault()
    onCreate()
  }
  const toggleLabel = searching ? 'Hide the filter' : 'Show the filter'
  return (
    <Card padding={0}>
      {rows && rows.length > 0 && (
        <CardHeader title="Projects">
          {searching && <FilterField label="Filter projects" value={filter} onChange={setFilter} />}
          <Tooltip label={toggleLabel}>
            <ActionIcon aria-label={toggleLabel} aria-expanded={searching} onClick={toggleSearch}>
              <IconSearch size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {rows.length > 1 && (
            <Button component={Link} to="/projects" variant="default">
              View all
            </Button>
          )}
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
        empty={
          <EmptyState
            pictures={samplePictures}
            title="No projects found"
            text={
              user.isGuest
                ? "You haven't been added to any projects yet."
                : "You haven't created or been added to any projects yet."
            }
            actions={
              !user.isGuest && (
                <Anchor component={Link} to="/projects/new" onClick={create} data-alone>
                  Create a new project
                </Anchor>
              )
            }
          />
        }
      />
    </Card>
  )
}
