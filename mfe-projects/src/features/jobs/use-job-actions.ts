import type { BundleFormat, Job } from '@lamella/shared/contract'
import { jobChanged, jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useStillHere } from '../../lib/use-still-here.ts'
import { cancelJob, requestBundle } from './api.ts'

/** Cancels a pending or running job and opens the jobs list; a toast reports a failure. */
export const useCancelJob = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const noteHere = useStillHere()
  return useMutation({
    mutationFn: ({ id }: Job) => cancelJob(id),
    onMutate: noteHere,
    onSuccess: (_, { project }, isStillHere) => {
      if (isStillHere()) navigate(`/projects/${project}/jobs`)
      return jobsChanged(queries, project)
    },
    onError: (error, { id }) => {
      toastFailure('Cancel job')(error)
      // It may have ended, with a result that this page does not know yet.
      return jobChanged(queries, id)
    },
  })
}

interface WantedFile {
  job: Job
  format: BundleFormat
  /** Id of the original or corrected result. */
  resultId: string
}

/** Requests a file with one result of a job and opens its download page; a toast reports a failure. */
export const useRequestBundle = () => {
  const navigate = useNavigate()
  const noteHere = useStillHere()
  return useMutation({
    mutationFn: ({ job, format, resultId }: WantedFile) => requestBundle(job, format, [resultId]),
    onMutate: noteHere,
    onSuccess: (id, _, isStillHere) => {
      if (id && isStillHere()) navigate(`/downloads/jobresultbundles/${id}`)
    },
    onError: toastFailure('Download results'),
  })
}
