import { ApiFailure } from '@lamella/shared/api'
import type { Job } from '@lamella/shared/contract'
import { jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forEach } from '../../lib/for-each.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import type { BulkRun } from '../../lib/use-bulk-work.ts'
import { cancelJob, removeJob, submitAgain } from './api.ts'
import { refusalText, useSubmissions } from './use-submissions.ts'

interface Bulk {
  jobs: readonly Job[]
  run: BulkRun
}

/** A job that was not submitted again, and why. */
export interface Refused {
  job: Job
  /** Error code and message. */
  reason: string
}

/** That jobs end while many are cancelled is to be expected. @throws any other failure */
const unlessEnded = (error: unknown): void => {
  if (!(error instanceof ApiFailure && error.code === 'ERR_4006')) throw error
}

/** Actions on many jobs of a project, a call for each. */
export const useBulkJobs = (projectId: string) => {
  const queries = useQueryClient()
  const submitNamed = useSubmissions()
  const onSettled = () => jobsChanged(queries, projectId)
  return {
    /** A toast reports the first failure. One that has ended meanwhile keeps its result. */
    cancel: useMutation({
      mutationFn: async ({ jobs, run }: Bulk) => {
        const { error } = await forEach(jobs, ({ id }) => cancelJob(id).catch(unlessEnded), run)
        if (error) throw error
      },
      onSettled,
      onError: toastFailure('Cancel jobs'),
    }),
    /** A toast reports the first failure. */
    remove: useMutation({
      mutationFn: async ({ jobs, run }: Bulk) => {
        const { error } = await forEach(jobs, removeJob, run)
        if (error) throw error
      },
      onSettled,
      onError: toastFailure('Delete jobs'),
    }),
    /** Succeeds with the run of the new jobs, null where there is none, and those that were refused: one never holds back the others. */
    repeat: useMutation({
      mutationFn: async ({ jobs, run: progress }: Bulk): Promise<{ run: string | null; refused: Refused[] }> => {
        const run = crypto.randomUUID()
        const { done, failed } = await forEach(
          jobs,
          ({ id }) => submitNamed(id, (submission) => submitAgain(id, { submission, run })),
          progress,
        )
        const refused = failed.map(({ item, error }) => ({ job: item, reason: refusalText(error) }))
        return { run: done.length > 0 ? run : null, refused }
      },
      onSettled,
    }),
  }
}
export type BulkJobs = ReturnType<typeof useBulkJobs>
