import type { Image } from '@lamella/shared/contract'
import { jobsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { submitJob } from './api.ts'

/** Result of submitting one image (D3-7-31). */
export interface Outcome {
  imageId: string
  imageName: string
  /** Message of a failure; null when submitted. */
  error: string | null
}

interface Submission {
  application: { name: string; version: string }
  images: readonly Image[]
  /** Parameters by the application's schema. */
  params: Record<string, unknown>
}

interface Submitted extends Outcome {
  jobId: string | null
}

const allSubmitted = (results: readonly Submitted[]): boolean => results.every(({ error }) => error === null)

/**
 * Submits one job per image, sequentially. When all succeed, the job or the jobs list opens; otherwise the outcomes are
 * returned.
 */
export const useSubmitJobs = (projectId: string) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** Outcomes of the last submission, when a part of it failed. */
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const submission = useMutation({
    mutationFn: async ({ application: { name, version }, images, params }: Submission): Promise<Submitted[]> => {
      const results: Submitted[] = []
      for (const { id: imageId, name: imageName } of images) {
        try {
          const jobId = await submitJob({ projectId, imageId, appName: name, appVersion: version, params })
          results.push({ imageId, imageName, error: null, jobId })
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error)
          results.push({ imageId, imageName, error: message, jobId: null })
        }
      }
      return results
    },
    onSuccess: async (results) => {
      await jobsChanged(queries, projectId)
      const [only] = results
      if (!allSubmitted(results)) setOutcomes(results)
      else if (results.length === 1 && only?.jobId) navigate(`/projects/${projectId}/jobs/${only.jobId}`)
      else navigate(`/projects/${projectId}/jobs`)
    },
  })
  // All submitted, the page is still seen until the next one is loaded: a second click would submit them again.
  const isLeaving = submission.data !== undefined && allSubmitted(submission.data)
  return { outcomes, submit: submission.mutate, submitting: submission.isPending || isLeaving }
}
