import { bundleProgram } from '../analysis/bundles/run-bundle-process.ts'
import { analysisProgram } from '../analysis/runtime/run-analysis-process.ts'
import { measuringProgram } from '../analysis/suitability/run-measuring-process.ts'
import { decoderProgram } from '../imaging/process-image.ts'
import { squareImageProgram } from '../imaging/square-image.ts'

/** The programs for untrusted files and their results, which run as isolated child processes. */
export const childPrograms: readonly string[] = [
  decoderProgram,
  analysisProgram,
  measuringProgram,
  bundleProgram,
  squareImageProgram,
]
