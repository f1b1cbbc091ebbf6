import type { CurrentUser } from '@lamella/shared/contract'
import {
  CardHeader,
  DataTable,
  EmptyState,
  FilterField,
  type ProjectRow,
  projectColumns,
  samplePictures,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { ActionIcon, Anchor, Button, Card } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMobile } from '../../layout/narrow.ts'

interface ProjectCardProps {
  user: CurrentUser
  rows: readonly ProjectRow[] | undefined
}

/** The dashboard's project table (document 1 §2.2). */
export const ProjectCard = ({ user, rows }: ProjectCardProps) => {
  const mobile = useMobile()
  const [filter, setFilter] = useState('')
  const [searching, setSearching] = useState(false)
  const pageSize = useRowsPerPage({ offset: { portrait: 550, landscape: 700 }, minimum: 3 })
  const any = rows !== undefined && rows.length > 0
  return (
    <Card padding={0}>
      {any && (
        <CardHeader title="Projects">
          {(!mobile || searching) && <FilterField label="Filter projects" value={filter} onChange={setFilter} />}
          {mobile && (
            <ActionIcon
              aria-label={searching ? 'Hide the filter' : 'Filter projects'}
              aria-expanded={searching}
              onClick={() => {
                setSearching(!searching)
                setFilter('')
              }}
            >
              <IconSearch size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
          {rows.length > 1 && (
            <Button component={Link} to="/projects" variant="default">
              View all
            </Button>
          )}
        </CardHeader>
      )}
      <DataTable
        label="Projects"
        columns={projectColumns}
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
                <Anchor component={Link} to="/projects/new">
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
