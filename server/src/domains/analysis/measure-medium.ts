import type { SuitabilityMeasurements } from '@lamella/shared/contract'
import { WorkRefused } from '../../analysis/runtime/run-work.ts'
import { suitabilityVersion } from '../../analysis/suitability/assess.ts'
import type { MeasuredKind } from '../../analysis/suitability/measure.ts'
import { runMeasuringProcess } from '../../analysis/suitability/run-measuring-process.ts'
import type { AppContext } from '../../platform/context.ts'
import { limitAttempts, workKey } from '../../platform/queue/job-attempts.ts'
import { isInterrupted } from '../../platform/queue/job-types.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import type { ImageRow } from '../images/index.ts'
import { diskBytesOf } from './disk-bytes.ts'
import { putMeasurements } from './measurements-repository.ts'

/**
 * Measures a medium in an isolated process and stores the outcome.
 *
 * @param folder for temporary files
 * @throws WorkRefused, TooManyAttempts, the signal's reason, or Error when the process failed
 */
export const measureMedium = async (
  context: AppContext,
  { id: mediumId, organisationId, sha256, description, originalFilename }: ImageRow['medium'],
  kind: MeasuredKind,
  folder: string,
  signal: AbortSignal,
): Promise<SuitabilityMeasurements> => {
  if (!description) throw new WorkRefused('The image is not available.')
  const work = workKey('measure', organisationId, kind, String(suitabilityVersion), sha256 ?? mediumId)
  const isHarmless = (error: unknown) => isInterrupted(signal) || error instanceof WorkRefused
  const measurements = await limitAttempts(context, work, isHarmless, () =>
    context.blobs.withFile(blobKeys.original(mediumId), (source) =>
      runMeasuringProcess(
        { source, originalName: originalFilename, imageKind: description.kind, folder, kind },
        diskBytesOf(description),
        signal,
      ),
    ),
  )
  const requested = context.now()
  await putMeasurements(context.db, {
    mediumId,
    kind,
    version: suitabilityVersion,
    measurements,
    error: null,
    requested,
  })
  return measurements
}
