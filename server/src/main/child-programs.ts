import { bundleProgram } from '../analysis/bundles/run-bundle-process.ts'
import { analysisProgram } from '../analysis/runtime/run-analysis-process.ts'
import { measuringProgram } from '../analysis/suitability/run-measuring-process.ts'
import { decoderProgram } from '../imaging/process-image.ts'
import { labelMaskProgram } from '../imaging/read-label-mask.ts'
import { renderProgram } from '../imaging/render/picture-renderer.ts'
import { squareImageProgram } from '../imaging/square-image.ts'
import { drawingProgram } from '../samples/draw-picture.ts'

/** The programs that run as isolated child processes: for untrusted files, their results and tiles, and for the pictures of sample projects. */
export const childPrograms: readonly string[] = [
  decoderProgram,
  analysisProgram,
  measuringProgram,
  bundleProgram,
  squareImageProgram,
  renderProgram,
  labelMaskProgram,
  drawingProgram,
]
