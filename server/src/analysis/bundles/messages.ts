import type { BundleFormat, JobResult, LeftOutBy } from '@lamella/shared/contract'
import * as z from 'zod'

/** A result in the bundle. `results.ndjson` in the folder holds one JSON line per result, oldest first. */
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
  /** Null: an original result. */
  correction: BundledCorrection | null
}

/** How a corrected result differs from the original one, to which its objects belong. */
export interface BundledCorrection {
  createdBy: string
  /** ISO 8601. */
  created: string
  cuts: number[]
  leftOut: LeftOutBy[]
  /** Where the cuts are not those of the application: column that is cut, class names, its own cuts. Null: classes as stored. */
  cut: { column: string; classes: string[]; own: number[] } | null
}

/** First line of input of the process that makes a bundle. */
export interface BundleTask {
  folder: string
  format: BundleFormat
}

/** Request for the objects of a result. The parent replies when their file is in the folder; the process removes it after use. */
export const bundleMessage = z.object({ wanted: z.uuid() })

/** Name, in the folder, of the file with the objects of a result. */
export const objectsFileName = (resultId: string) => `${resultId}.lmo`

/** Name of the file with the `BundledResult`s. */
export const resultsFile = 'results.ndjson'
/** Name of the finished bundle. */
export const bundleFile = 'bundle'
