import type { Job } from '@lamella/shared/contract'
import { jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forEach } from '../../lib/for-each.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import type { BulkRun } from '../../lib/use-bulk-work.ts'
import { cancelJob, removeJob, submitAgain, unless } from './api.ts'
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

/** Actions on many jobs of a project, a call for each. */
export const useBulkJobs = (projectId: string) => {
  const queries = useQueryClient()
  const { submit, runOf, settle } = useSubmissions()
  const onSettled = () => jobsChanged(queries, projectId)
  return {
    /** A toast reports the first failure. That some end meanwhile is to be expected: they keep their results. */
    cancel: useMutation({
      mutationFn: async ({ jobs, run }: Bulk) => {
        const { error } = await forEach(jobs, ({ id }) => cancelJob(id).catch(unless('ERR_4006')), run)
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
    /** One run per application. Succeeds with the runs of the new jobs, and those that were refused: one never holds back the others. */
    repeat: useMutation({
      mutationFn: async ({ jobs, run: progress }: Bulk): Promise<{ runs: string[]; refused: Refused[] }> => {
        const { done, failed } = await forEach(
          jobs,
          ({ id, appName }) => submit(id, (submission) => submitAgain(id, { submission, run: runOf(appName) })),
          progress,
        )
        const runs = [...new Set(done.map(({ appName }) => runOf(appName)))]
        const refused = failed.map(({ item, error }) => ({ job: item, reason: refusalText(error) }))
        for (const { appName } of jobs) if (!refused.some(({ job }) => job.appName === appName)) settle(appName)
        return { runs, refused }
      },
      onSettled,
    }),
  }
}
export type BulkJobs = ReturnType<typeof useBulkJobs>
