import { ApiFailure } from '@lamella/shared/api'
import type { Image } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStillHere } from '../../lib/use-still-here.ts'
import { submitJob } from './api.ts'

/** Result of submitting one image (D3-7-31). */
export interface Outcome {
  imageId: string
  imageName: string
  /** Code and message of a failure; null when submitted. */
  error: string | null
}

interface Submission {
  projectId: string
  application: { name: string; version: string }
  images: readonly Image[]
  /** Parameters by the application's schema. */
  params: Record<string, unknown>
}

interface Submitted extends Outcome {
  jobId: string | null
}

/** Whether nobody knows what became of a call; a proxy answers 502 and 504 in place of the server. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === null || error.status === 502 || error.status === 504)

/** Error code, and what happened in words. */
const textOf = (error: unknown): string => {
  if (!(error instanceof ApiFailure)) return String(error)
  const { code, message } = error
  const sentence = isUnanswered(error)
    ? 'The server did not answer. It is not known whether the job was submitted.'
    : message
  return `${code}: ${sentence}`
}

const toastFailed = (results: readonly Outcome[]): void => {
  const failed = results.filter(({ error }) => error !== null)
  const [first] = failed
  if (!first) return
  const detail = `${failed.length} of ${results.length} failed. ${first.imageName}: ERROR (${first.error})`
  bus.emit('toast/show', { kind: 'error', title: 'Image Analysis', detail })
}

/**
 * Submits one job per image, sequentially. When all succeed, the job or the jobs list opens; otherwise the outcomes are
 * returned, or told by a toast to a user who has left the page.
 * @param onFailed - gets the ids of the images that were not submitted, for sure or probably, when only a part was
 */
export const useSubmitJobs = (projectId: string, onFailed: (imageIds: string[]) => void) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const noteHere = useStillHere()
  /** Outcomes of the last submission, when a part of it failed. */
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  // All submitted, the page is still seen until the next one is loaded: a second click would submit them again.
  const [isLeaving, setLeaving] = useState(false)
  /** What was sent → its id, until it is answered. */
  const unanswered = useRef(new Map<string, string>())

  const submitOne = async (content: Omit<Parameters<typeof submitJob>[0], 'submission'>): Promise<string> => {
    const key = JSON.stringify(content)
    const submission = unanswered.current.get(key) ?? crypto.randomUUID()
    unanswered.current.set(key, submission)
    try {
      const jobId = await submitJob({ ...content, submission })
      unanswered.current.delete(key)
      return jobId
    } catch (error) {
      if (!isUnanswered(error)) unanswered.current.delete(key)
      throw error
    }
  }

  const submission = useMutation({
    mutationFn: async ({ application, images, params, projectId }: Submission): Promise<Submitted[]> => {
      const { name: appName, version: appVersion } = application
      const results: Submitted[] = []
      for (const { id: imageId, name: imageName } of images) {
        try {
          const jobId = await submitOne({ projectId, imageId, appName, appVersion, params })
          results.push({ imageId, imageName, error: null, jobId })
        } catch (error) {
          results.push({ imageId, imageName, error: textOf(error), jobId: null })
        }
      }
      return results
    },
    onMutate: noteHere,
    onSuccess: async (results, { projectId }, isStillHere) => {
      await jobsChanged(queries, projectId)
      if (!isStillHere()) return toastFailed(results)
      const failed = results.filter(({ error }) => error !== null).map(({ imageId }) => imageId)
      const [only] = results
      if (failed.length > 0) {
        setOutcomes(results)
        onFailed(failed)
        return
      }
      setLeaving(true)
      const job = results.length === 1 && only?.jobId ? `/${only.jobId}` : ''
      navigate(`/projects/${projectId}/jobs${job}`)
    },
  })
  return {
    outcomes,
    submit: (order: Omit<Submission, 'projectId'>) => submission.mutate({ ...order, projectId }),
    submitting: submission.isPending || isLeaving,
  }
}
