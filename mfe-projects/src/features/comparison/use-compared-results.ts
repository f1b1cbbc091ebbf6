import { comparedJobs, id } from '@lamella/shared/contract'
import { jobResultsQuery, useLiveQuery } from '@lamella/shared/queries'
import { useSearchParams } from 'react-router-dom'

/** An address may be typed or cut. */
const isId = (value: string): boolean => id.safeParse(value).success

/** Address of the comparison of jobs, at most `comparedJobs`. */
export const comparisonOf = (projectId: string, jobIds: readonly string[]): string =>
  `/projects/${projectId}/jobs/compare?${new URLSearchParams(jobIds.map((id) => ['job', id]))}`

/** Address of the comparison of all jobs of a run, or of all of one image. */
export const comparisonBy = (projectId: string, condition: 'run' | 'image', id: string): string =>
  `/projects/${projectId}/jobs/compare?${condition}=${id}`

/** The results of the jobs in the address: those it names, or all of a run or an image. */
export const useComparedResults = (projectId: string) => {
  const [search] = useSearchParams()
  const jobs = [...new Set(search.getAll('job').filter(isId))].slice(0, comparedJobs)
  const [run, image] = [search.get('run') ?? '', search.get('image') ?? '']
  const query = {
    ...(jobs.length > 0 && { 'filter[jobs]': jobs.join() }),
    ...(isId(run) && { 'filter[run]': run }),
    ...(isId(image) && { 'filter[image]': image }),
  }
  const isAsked = Object.keys(query).length > 0
  const results = useLiveQuery({ ...jobResultsQuery(projectId, query), enabled: isAsked })
  const missing = jobs.length > 0 && results.data ? jobs.length - results.data.length : 0
  return { results, isAsked, withoutResult: Math.max(missing, 0) }
}
