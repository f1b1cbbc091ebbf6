import { lastModifiedFirst, samplePictures } from '@lamella/shared/blocks'
import type { CurrentUser, Project } from '@lamella/shared/contract'
import { projectsStartQuery, useProjectList } from '@lamella/shared/queries'
import {
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  FilterField,
  InfoBar,
  queryError,
  TimeAgo,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { Button, Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import css from './choose-project.module.css'
import { uploadTargets } from './upload-targets.ts'
import { useListFailure } from './use-list-failure.ts'

const columns: readonly DataTableColumn<Project>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name, isName: true, sortable: true },
  { id: 'description', title: 'Description', value: ({ description }) => description, minTableWidth: 480 },
  {
    id: 'created',
    title: 'Created',
    value: ({ created }) => created,
    render: ({ created }) => <TimeAgo date={created} />,
    width: 168,
    minTableWidth: 480,
    sortable: true,
  },
]

interface ChooseProjectProps {
  user: CurrentUser
  selected: Project | null
  onSelect: (project: Project) => void
  onContinue: () => void
}

/** Step 1 of the wizard (D3-2-28, D3-2-32). */
export const ChooseProject = ({ user, selected, onSelect, onContinue }: ChooseProjectProps) => {
  const projects = useQuery(projectsStartQuery('editor'))
  useListFailure(projects.error)
  const [filter, setFilter] = useState('')
  const pageSize = useRowsPerPage({ offset: 500, minimum: 10 })
  const list = useProjectList(projects, { filter, sort: lastModifiedFirst, pageSize, role: 'editor' })
  const rows = list.rows && uploadTargets(list.rows, user)
  const hasAny = list.served !== undefined || (rows !== undefined && rows.length > 0)
  return (
    <>
      <div className={css.head}>
        <Text>Please select the project for which you want to upload images.</Text>
        {selected && <Button onClick={onContinue}>Select images</Button>}
      </div>
      <InfoBar>
        You can only upload images to projects in which you are Owner or Editor. Projects in which you are Annotator or
        Viewer are not shown.
      </InfoBar>
      <Card padding={0}>
        {hasAny && (
          <CardHeader>
            <FilterField label="Filter projects" value={filter} onChange={setFilter} width={280} />
          </CardHeader>
        )}
        <DataTable
          label="Projects"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          selection={{ selected: selected?.id ?? null, onSelect, label: ({ name }) => name }}
          filter={filter}
          served={list.served}
          noMatchText="No projects found."
          pageSize={pageSize}
          error={queryError('Projects could not be retrieved', projects, ...list.parts)}
          empty={
            !hasAny && (
              <EmptyState
                pictures={samplePictures}
                title="No Projects found."
                text="You haven't created any projects yet."
                actions={
                  <>
                    <Button component={Link} to="/projects/new">
                      Create project
                    </Button>
                    <Button variant="default" onClick={() => void projects.refetch()} loading={projects.isFetching}>
                      Try again
                    </Button>
                  </>
                }
              />
            )
          }
        />
      </Card>
    </>
  )
}
