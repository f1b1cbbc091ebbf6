import { type ProjectRow, ProjectsTable, projectColumns } from '@lamella/shared/blocks'
import type { CurrentUser } from '@lamella/shared/contract'
import { type ProjectList, pictureQuery } from '@lamella/shared/queries'
import { CardHeader, type DataTableColumn, FilterField } from '@lamella/shared/ui'
import { ActionIcon, Anchor, Button, Card, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMobile } from '../../layout/breakpoints.ts'

interface ProjectCardProps {
  user: CurrentUser
  list: ProjectList
  /** Of `list`. */
  rows: readonly ProjectRow[] | undefined
  pageSize: number
  filter: string
  onFilter: (filter: string) => void
  /** Called instead of following the link to the new-project page. */
  onCreate: () => void
}

const columns: readonly DataTableColumn<ProjectRow>[] = [
  ...projectColumns(pictureQuery),
  // Together with the padding of the column before it, as wide as the first column's.
  { id: 'spacer', title: '', width: 4, isSpacer: true },
]

/** The dashboard's project table (D1-2.2-14). */
export const ProjectCard = ({ user, list, rows, pageSize, filter, onFilter, onCreate }: ProjectCardProps) => {
  const mobile = useMobile()
  /** Null until the toggle is used: then shown on wide windows and hidden on mobile. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const searching = chosen ?? !mobile
  const toggleSearch = (): void => {
    setChosen(!searching)
    onFilter('')
  }
  const create = (event: MouseEvent): void => {
    event.preventDefault()
    onCreate()
  }
  const toggleLabel = searching ? 'Hide the filter' : 'Show the filter'
  return (
    <Card padding={0}>
      {list.hasAny && (
        <CardHeader title="Projects">
          {searching && <FilterField label="Filter projects" value={filter} onChange={onFilter} />}
          <Tooltip label={toggleLabel}>
            <ActionIcon aria-label={toggleLabel} aria-expanded={searching} onClick={toggleSearch}>
              <IconSearch size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {(list.served || (rows && rows.length > 1)) && (
            <Button component={Link} to="/projects" variant="default">
              View all
            </Button>
          )}
        </CardHeader>
      )}
      <ProjectsTable
        columns={columns}
        rows={rows}
        served={list.served}
        hasAny={list.hasAny}
        filter={filter}
        pageSize={pageSize}
        isGuest={user.isGuest}
        emptyActions={
          !user.isGuest && (
            <Anchor component={Link} to="/projects/new" onClick={create} data-alone>
              Create a new project
            </Anchor>
          )
        }
      />
    </Card>
  )
}
