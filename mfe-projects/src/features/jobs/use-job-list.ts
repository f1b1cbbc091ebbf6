import { type EndpointOutput, type getJobOutline, type Job, jobSorts } from '@lamella/shared/contract'
import {
  filterOf,
  type JobConditions,
  type JobQuestion,
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
import { useQueryClient } from '@tanstack/react-query'

/** What was submitted last comes first. */
export const newestFirst: TableSort = { by: 'created', direction: 'descending' }

interface JobList extends LongList<Job, EndpointOutput<typeof getJobOutline>['data']> {
  error: ReturnType<typeof queryError>
  /** Of a list that is too long for one answer: all jobs that meet its filters, page after page. @throws ApiFailure */
  readAll: () => Promise<Job[]>
}

interface JobListView {
  /** What the jobs have in common. */
  conditions: JobConditions
  /** Text of the filter field. */
  filter: string
  /** Rows per page. */
  pageSize: number
}

/** The jobs of a project, which may be thousands; read again as they go on. */
export const useJobList = (projectId: string, { conditions, ...view }: JobListView): JobList => {
  const queries = useQueryClient()
  const start = useLiveQuery(jobsStartQuery(projectId, conditions))
  const list = useLongList(
    start,
    {
      startSort: newestFirst,
      question: (sort, text): JobQuestion => {
        const order = orderOf(jobSorts, sort)
        return { ...conditions, ...(order && { sort: order }), ...filterOf(text) }
      },
      outline: (question) => jobOutlineQuery(projectId, question),
      page: (question, after) => jobPageQuery(projectId, question, after),
      changed: (queries) => jobsChanged(queries, projectId),
      outdated: (queries, before) => jobsOutdated(queries, projectId, before),
    },
    view,
  )
  return {
    ...list,
    error: queryError('The jobs could not be retrieved', start, ...list.parts),
    readAll: async () => {
      const question: JobQuestion = { ...conditions, ...filterOf(view.filter.trim()) }
      const { starts } = await queries.fetchQuery(jobOutlineQuery(projectId, question))
      const jobs: Job[] = []
      for (const after of starts) jobs.push(...(await queries.fetchQuery(jobPageQuery(projectId, question, after))))
      return jobs
    },
  }
}
