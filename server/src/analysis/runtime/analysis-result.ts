import { join } from 'node:path'
import { jobResult } from '@lamella/shared/contract'
import * as z from 'zod'
import { readRegularFile, requireRegularFile } from '../../platform/process/regular-file.ts'
import { objectsFile, resultFile } from './messages.ts'

/** Bytes of a result without its objects: a hundred measurements take some 10 KB. It is read as a whole, and stored in a row. */
const longestResult = 1024 ** 2

const { figures, classes, columns, provenance } = jobResult.shape
const objectCount = z.int().min(0)
const analysisResult = z.object({ measurements: figures, classes, columns, objectCount, provenance })

/** The result of an analysis, with its objects in a file. */
export interface AnalysisOutcome extends z.infer<typeof analysisResult> {
  /** Path of the file of objects (results/object-layout.ts), checked to be a regular file. */
  objectsFile: string
}

/**
 * Reads what an analysing process left in its folder. The process may have been taken over by the image that it decoded, so nothing of
 * it is trusted.
 *
 * @throws Error for files that are missing, links or too large, and for a result that the contract does not allow
 */
export const readAnalysisResult = async (folder: string): Promise<AnalysisOutcome> => {
  const text = await readRegularFile(join(folder, resultFile), longestResult)
  const result = analysisResult.parse(JSON.parse(text))
  return { ...result, objectsFile: await requireRegularFile(join(folder, objectsFile)) }
}
