import { bundleProgram } from '../analysis/bundles/run-bundle-process.ts'
import { analysisProgram } from '../analysis/runtime/run-analysis-process.ts'
import { decoderProgram } from '../imaging/process-image.ts'
import { squareImageProgram } from '../imaging/square-image.ts'

/** The programs that open files of strangers, or what was made of them, each in a process of its own. */
export const childPrograms: readonly string[] = [decoderProgram, analysisProgram, bundleProgram, squareImageProgram]
