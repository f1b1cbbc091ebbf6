import { type ContributorRole, type Project, type ProjectOutline, projectSorts } from '@lamella/shared/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ListStart } from './list-start.ts'
import { projectOutlineQuery, projectPageQuery } from './project-list.ts'
import { projectsChanged } from './projects.ts'
import { filterOf, type ListSort, type LongList, orderOf, useLongList } from './use-long-list.ts'

/** A table of projects, which may be thousands. */
export type ProjectList = LongList<Project, ProjectOutline>

interface ListQuestion {
  /** Text of the filter field. */
  filter: string
  sort: ListSort
  /** Rows per page of the table. */
  pageSize: number
  role?: ContributorRole
}

/**
 * The shown page of the projects (`useLongList`).
 * @param start - the result of `projectsStartQuery` for the same role
 */
export const useProjectList = (
  start: UseQueryResult<ListStart<Project>>,
  { sort: startSort, role, ...view }: ListQuestion,
): ProjectList =>
  useLongList(
    start,
    {
      startSort,
      question: (sort, text) => {
        const order = orderOf(projectSorts, sort)
        return { ...(order && { sort: order }), ...filterOf(text), ...(role && { 'filter[role]': role }) }
      },
      outline: projectOutlineQuery,
      page: projectPageQuery,
      changed: projectsChanged,
    },
    view,
  )
