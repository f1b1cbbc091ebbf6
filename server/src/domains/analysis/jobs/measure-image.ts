import { WorkRefused } from '../../../analysis/runtime/run-work.ts'
import { suitabilityVersion } from '../../../analysis/suitability/assess.ts'
import type { AppContext } from '../../../platform/context.ts'
import { createWorkFolder, removeWorkFolders } from '../../../platform/process/work-folder.ts'
import { TooManyAttempts } from '../../../platform/queue/job-attempts.ts'
import { isInterrupted, type JobHandlers } from '../../../platform/queue/job-types.ts'
import { findImage, withPixelSize } from '../../images/index.ts'
import { currentMeasurements } from '../current-measurements.ts'
import { measureMedium } from '../measure-medium.ts'
import { findMeasurements, putMeasurements } from '../measurements-repository.ts'

/** Handler of `measure-image`. A second run finds the outcome of the first one. */
export const createMeasureImage =
  (context: AppContext): JobHandlers['measure-image'] =>
  async ({ imageId, kind }, { signal, isLastTry }) => {
    const found = await findImage(context.db, imageId)
    if (!found) return
    const medium = withPixelSize(found.medium, found.image.givenPixelSize)
    const mediumId = medium.id
    const row = await findMeasurements(context.db, mediumId, kind)
    const { dataDir } = context.config
    const work = `measure-${mediumId}-${kind}`
    if (await currentMeasurements(row, medium.description?.pixelSizeUm ?? null)) return removeWorkFolders(dataDir, work)
    try {
      const folder = await createWorkFolder(dataDir, work)
      await measureMedium(context, medium, { kind, diameters: true }, folder, signal)
    } catch (error) {
      const isFinal = error instanceof WorkRefused || error instanceof TooManyAttempts
      if (isInterrupted(signal) || (!isFinal && !isLastTry)) throw error
      context.log.warn({ err: error, mediumId }, 'an image could not be measured')
      const sentence = isFinal ? error.message : 'The image could not be checked because of an error of the server.'
      const outcome = { measurements: null, error: sentence, requested: context.now() }
      await putMeasurements(context.db, { mediumId, kind, version: suitabilityVersion, ...outcome })
    } finally {
      await removeWorkFolders(dataDir, work)
    }
  }
