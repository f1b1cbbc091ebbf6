import type { BundleFormat, Job } from '@lamella/shared/contract'
import { jobChanged, jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useStillHere } from '../../lib/use-still-here.ts'
import { type BundledJob, cancelJob, requestBundle, submitAgain } from './api.ts'
import { useSubmissions } from './use-submissions.ts'

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
  /** Of one application. */
  jobs: readonly BundledJob[]
  format: BundleFormat
  /** Ids of original or corrected results; absent: all of the jobs. */
  resultIds?: string[]
}

/** Requests a file with the results of jobs and opens its download page; a toast reports a failure. */
export const useRequestBundle = () => {
  const navigate = useNavigate()
  const noteHere = useStillHere()
  return useMutation({
    mutationFn: ({ jobs, format, resultIds }: WantedFile) => requestBundle(jobs, format, resultIds),
    onMutate: noteHere,
    onSuccess: (id, _, isStillHere) => {
      if (id && isStillHere()) navigate(`/downloads/jobresultbundles/${id}`)
    },
    onError: toastFailure('Download results'),
  })
}

/** Submits the same analysis again and opens the new job; a toast reports a failure. */
export const useRepeatJob = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const noteHere = useStillHere()
  const { submit } = useSubmissions()
  return useMutation({
    mutationFn: ({ id }: Job) => submit(id, (submission) => submitAgain(id, { submission })),
    onMutate: noteHere,
    onSuccess: (newId, { project }, isStillHere) => {
      if (isStillHere()) navigate(`/projects/${project}/jobs/${newId}`)
      return jobsChanged(queries, project)
    },
    onError: toastFailure('Run again'),
  })
}
