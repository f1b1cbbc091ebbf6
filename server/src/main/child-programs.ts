import { analysisProgram } from '../analysis/runtime/run-analysis-process.ts'
import { decoderProgram } from '../imaging/process-image.ts'
import { pictureProgram } from '../imaging/square-picture.ts'

/** The programs that open files of strangers, each in a process of its own. */
export const childPrograms: readonly string[] = [decoderProgram, analysisProgram, pictureProgram]
