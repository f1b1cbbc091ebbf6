import type { Image } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStillHere } from '../../lib/use-still-here.ts'
import { submitJob } from './api.ts'
import { jobsText } from './jobs-text.ts'
import { refusalText, useSubmissions } from './use-submissions.ts'

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
  /** Chosen images that are left out, with the reasons. */
  refused: readonly { image: Image; reasons: readonly string[] }[]
  /** Parameters by the application's schema. */
  params: Record<string, unknown>
}

interface Submitted extends Outcome {
  jobId: string | null
}

const toastFailed = (results: readonly Outcome[]): void => {
  const failed = results.filter(({ error }) => error !== null)
  const [first] = failed
  if (!first) return
  const detail = `${failed.length} of ${results.length} failed. ${first.imageName}: ERROR (${first.error})`
  bus.emit('toast/show', { kind: 'error', title: 'Image Analysis', detail })
}

/** An image that was not submitted, because its application refuses it. */
const leftOut = ({ image, reasons }: Submission['refused'][number]): Outcome => ({
  imageId: image.id,
  imageName: image.name,
  error: `ERR_4001: ${reasons.join(' ')}`,
})

/** Says which images of a choice were left out, and why, to whoever sees only the jobs of the others. */
const toastLeftOut = (submitted: number, refused: Submission['refused']): void => {
  const [first] = refused
  if (!first) return
  const left = refused.length === 1 ? '1 image was' : `${refused.length} images were`
  const detail = `${jobsText(submitted)} submitted. ${left} left out. ${first.image.name}: ${first.reasons.join(' ')}`
  bus.emit('toast/show', { kind: 'info', title: 'Image Analysis', detail })
}

/**
 * Submits one job per image, sequentially. When all succeed, the job or the list of the new jobs opens; otherwise the outcomes are
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
  const { submit, runOf, settle } = useSubmissions()
  /** A part of a run has failed, and is sent again. */
  const isRetry = useRef(false)

  const submission = useMutation({
    mutationFn: async ({
      application,
      images,
      params,
      projectId,
    }: Submission): Promise<{ results: Submitted[]; run: string | null }> => {
      const { name: appName, version: appVersion } = application
      const results: Submitted[] = []
      const group = JSON.stringify([appName, appVersion, params])
      // One image of a part that failed belongs to the run of the others.
      const run = images.length > 1 || isRetry.current ? runOf(group) : null
      for (const { id: imageId, name: imageName } of images) {
        try {
          const content = { projectId, imageId, appName, appVersion, params }
          const jobId = await submit(JSON.stringify(content), (submission) =>
            submitJob({ ...content, submission, ...(run && { run }) }),
          )
          results.push({ imageId, imageName, error: null, jobId })
        } catch (error) {
          results.push({ imageId, imageName, error: refusalText(error), jobId: null })
        }
      }
      const isSettled = results.every(({ error }) => error === null)
      if (isSettled) settle(group)
      isRetry.current = run !== null && !isSettled
      return { results, run }
    },
    onMutate: noteHere,
    onSuccess: async ({ results, run }, { projectId, refused }, isStillHere) => {
      await jobsChanged(queries, projectId)
      const told = [...results, ...refused.map(leftOut)]
      const isSubmitted = results.every(({ error }) => error === null)
      if (isSubmitted) toastLeftOut(results.length, refused)
      if (!isStillHere()) return isSubmitted ? undefined : toastFailed(told)
      const failed = results.filter(({ error }) => error !== null).map(({ imageId }) => imageId)
      const [only] = results
      if (failed.length > 0) {
        setOutcomes(told)
        onFailed(failed)
        return
      }
      setLeaving(true)
      const page = run ? `?run=${run}` : only?.jobId ? `/${only.jobId}` : ''
      navigate(`/projects/${projectId}/jobs${page}`)
    },
  })
  return {
    outcomes,
    submit: (order: Omit<Submission, 'projectId'>) => submission.mutate({ ...order, projectId }),
    submitting: submission.isPending || isLeaving,
  }
}
