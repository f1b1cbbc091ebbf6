import type { SuitabilityMeasurements } from '@lamella/shared/contract'
import { WorkRefused } from '../../analysis/runtime/run-work.ts'
import { suitabilityVersion } from '../../analysis/suitability/assess.ts'
import type { MeasuredKind } from '../../analysis/suitability/measure.ts'
import { LARGE_PIXELS, writeSamples } from '../../analysis/suitability/pyramid-samples.ts'
import { runMeasuringProcess } from '../../analysis/suitability/run-measuring-process.ts'
import { type ImageDescription, openPyramid } from '../../imaging/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { limitAttempts, workKey } from '../../platform/queue/job-attempts.ts'
import { isInterrupted } from '../../platform/queue/job-types.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import type { ImageRow } from '../images/index.ts'
import { currentMeasurements } from './current-measurements.ts'
import { diskBytesOf } from './disk-bytes.ts'
import { findMeasurements, putMeasurements } from './measurements-repository.ts'

/** Disk limit of a process that measures tiles: it writes the measurements only. */
const sampleBytes = 10_000_000

/** The file of the first plane of a large RGB image; null for any other image, whose original is measured. */
const largeRgbPlane = ({ width, height, photometric, encoding, planes }: ImageDescription): string | null =>
  width * height >= LARGE_PIXELS && photometric === 'rgb' && encoding === 'jpeg'
    ? (planes.find(({ c, t }) => c === 0 && t === 0)?.file ?? null)
    : null

const measureSamples = async (
  { blobs }: AppContext,
  plane: string,
  { width, height, pixelSizeUm, tileSize }: ImageDescription,
  folder: string,
  signal: AbortSignal,
): Promise<SuitabilityMeasurements> => {
  const blob = await blobs.open(plane)
  try {
    const pyramid = await openPyramid((offset, length) => blob.read(offset, length))
    await writeSamples(pyramid, { width, height }, folder)
  } finally {
    await blob.close()
  }
  const image = { samples: { width, height, pixelSizeUm, tileSize } }
  return runMeasuringProcess({ image, folder, kind: 'bright-field', diameters: false }, sampleBytes, signal)
}

/**
 * Measures a medium in an isolated process and stores the outcome.
 *
 * @param folder for temporary files
 * @param diameters of nuclei, for a form: a job estimates its own, and never takes away those that were stored meanwhile
 * @throws WorkRefused, TooManyAttempts, the signal's reason, or Error when the process failed
 */
export const measureMedium = async (
  context: AppContext,
  { id: mediumId, organisationId, sha256, description, originalFilename }: ImageRow['medium'],
  { kind, diameters }: { kind: MeasuredKind; diameters: boolean },
  folder: string,
  signal: AbortSignal,
): Promise<SuitabilityMeasurements> => {
  if (!description) throw new WorkRefused('The image is not available.')
  const work = workKey('measure', organisationId, kind, String(suitabilityVersion), sha256 ?? mediumId)
  const isHarmless = (error: unknown) => isInterrupted(signal) || error instanceof WorkRefused
  const plane = kind === 'bright-field' ? largeRgbPlane(description) : null
  const measurements = await limitAttempts(context, work, isHarmless, () =>
    plane === null
      ? context.blobs.withFile(blobKeys.original(mediumId), (path) => {
          const image = { path, originalName: originalFilename, kind: description.kind }
          return runMeasuringProcess({ image, folder, kind, diameters }, diskBytesOf(description), signal)
        })
      : measureSamples(context, blobKeys.picture(mediumId, plane), description, folder, signal),
  )
  if (!diameters && (await currentMeasurements(await findMeasurements(context.db, mediumId, kind)))) return measurements
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
