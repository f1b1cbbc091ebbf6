import { type EndpointOutput, type getJobOutline, type Job, jobSorts } from '@lamella/shared/contract'
import {
  filterOf,
  jobOutlineQuery,
  jobPageQuery,
  jobsChanged,
  jobsOutdated,
  jobsStartQuery,
  type LongList,
  orderOf,
  useLiveQuery,
  useLongList,
} from '@lamella/shared/queries'
import { queryError, type TableSort } from '@lamella/shared/ui'

/** What was submitted last comes first. */
export const newestFirst: TableSort = { by: 'created', direction: 'descending' }

interface JobList extends LongList<Job, EndpointOutput<typeof getJobOutline>['data']> {
  error: ReturnType<typeof queryError>
}

/** The jobs of a project, which may be thousands; read again as they go on. @param view - text of the filter, and rows per page */
export const useJobList = (projectId: string, view: { filter: string; pageSize: number }): JobList => {
  const start = useLiveQuery(jobsStartQuery(projectId))
  const list = useLongList(
    start,
    {
      startSort: newestFirst,
      question: (sort, text) => {
        const order = orderOf(jobSorts, sort)
        return { ...(order && { sort: order }), ...filterOf(text) }
      },
      outline: (question) => jobOutlineQuery(projectId, question),
      page: (question, after) => jobPageQuery(projectId, question, after),
      changed: (queries) => jobsChanged(queries, projectId),
      outdated: (queries, before) => jobsOutdated(queries, projectId, before),
    },
    view,
  )
  return { ...list, error: queryError('The jobs could not be retrieved', start, ...list.parts) }
}
