import { DataTable, type DataTableProps, EmptyState } from '@lamella/shared/ui'
import type { ReactNode } from 'react'
import { samplePictures } from '../images/sample-pictures.ts'
import { lastModifiedFirst } from './project-columns.tsx'
import type { ProjectRow } from './project-rows.ts'

export interface ProjectsTableProps
  extends Pick<DataTableProps<ProjectRow>, 'columns' | 'rows' | 'served' | 'filter' | 'pageSize' | 'error'> {
  /** Whether the user has a project at all, whatever the filter; undefined while that is not known. */
  hasAny: boolean | undefined
  isGuest: boolean
  /** What can be done where there is no project. */
  emptyActions: ReactNode
}

/** The projects that a user sees, as the projects list (D2-2-25) and the dashboard (D1-2.2-14) show them. */
export const ProjectsTable = (props: ProjectsTableProps) => (
  <DataTable
    {...props}
    label="Projects"
    rowKey={({ id }) => id}
    rowHref={({ id }) => `/projects/${id}`}
    defaultSort={lastModifiedFirst}
    noMatchText="No projects found."
    totalSuffix="(owner or contributor)"
    empty={
      !props.hasAny && (
        <EmptyState
          pictures={samplePictures}
          title="No projects found"
          text={`You haven't ${props.isGuest ? '' : 'created or '}been added to any projects yet.`}
          actions={props.emptyActions}
        />
      )
    }
  />
)
