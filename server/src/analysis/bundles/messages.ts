import type { BundleFormat, JobResult } from '@lamella/shared/contract'
import * as z from 'zod'

/** One of the results that are put together: a JSON line each in `results.ndjson` of the folder, oldest first. */
export interface BundledResult {
  resultId: string
  imageName: string
  appName: string
  appVersion: string
  /** ISO 8601. */
  finished: string | null
  measurements: JobResult['figures']
  columns: JobResult['columns']
  provenance: JobResult['provenance']
}

/** First line to the process that makes a bundle. */
export interface BundleOrder {
  folder: string
  format: BundleFormat
}

/** What it reports: it asks for the objects of a result, and is answered when they lie in the folder, from where it removes them. */
export const bundleMessage = z.object({ wanted: z.uuid() })

/** Name of the file with the objects of a result. */
export const objectsOf = (resultId: string) => `${resultId}.lmo`

export const resultsFile = 'results.ndjson'
export const bundleFile = 'bundle'
