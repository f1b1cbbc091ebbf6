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

/**
 * What it reports: it asks for the objects of a result, is answered with `{ file }`, and says when it has read them.
 */
export const bundleMessage = z.union([z.object({ open: z.uuid() }), z.object({ close: z.uuid() })])

export const resultsFile = 'results.ndjson'
export const bundleFile = 'bundle'
