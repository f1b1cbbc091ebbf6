import type { BundleFormat, Job } from '@lamella/shared/contract'
import { jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { toastFailure } from '../../lib/toast-failure.ts'
import { removeJob, requestBundle } from './api.ts'

/** Cancels a pending or running job and opens the jobs list; a toast reports a failure. */
export const useCancelJob = (projectId: string) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ id }: Job) => removeJob(id),
    onSuccess: () => {
      navigate(`/projects/${projectId}/jobs`)
      return jobsChanged(queries, projectId)
    },
    onError: toastFailure('Cancel job'),
  })
}

interface WantedFile {
  job: Job
  format: BundleFormat
  /** Id of the original or corrected result. */
  resultId: string
}

/** Requests a file with one result of a job and opens its download page; a toast reports a failure. */
export const useRequestBundle = (projectId: string) => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ job: { id, appName, appVersion }, format, resultId }: WantedFile) =>
      requestBundle({ project: projectId, appName, appVersion, id }, format, [resultId]),
    onSuccess: (id) => id && navigate(`/downloads/jobresultbundles/${id}`),
    onError: toastFailure('Download results'),
  })
}
