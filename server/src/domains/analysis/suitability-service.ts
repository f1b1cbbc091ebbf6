import type {
  checkSuitabilities,
  checkSuitability,
  HandlerInput,
  Suitability,
  SuitabilityCheck,
} from '@lamella/shared/contract'
import type { AnalysisApplication } from '../../analysis/applications/application.ts'
import { imageProblems } from '../../analysis/applications/check-image.ts'
import { completeParams } from '../../analysis/applications/complete-params.ts'
import { findApplication } from '../../analysis/applications/registry.ts'
import { assessSuitability, suitabilityVersion } from '../../analysis/suitability/assess.ts'
import { kindFor } from '../../analysis/suitability/measure.ts'
import type { ImageNeed, Measurements } from '../../analysis/suitability/measurements.ts'
import { scaleOf } from '../../analysis/suitability/scale-of.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { findImage, findImagesOf, type ImageRow, withPixelSize } from '../images/index.ts'
import { currentMeasurements } from './current-measurements.ts'
import { findMeasurements, findMeasurementsOf, putMeasurements } from './measurements-repository.ts'

type Medium = ImageRow['medium']
type Requiring = Pick<AnalysisApplication, 'requires' | 'params'>

/** Milliseconds after which a measurement that has no outcome, or failed, is requested again. */
const staleAfter = 10 * 60_000

/** The verdict that needs no measurement: by the format, or because the application asks for nothing more. Null: it must be measured. */
const withoutMeasuring = ({ requires }: Requiring, { description }: Medium): Suitability | null => {
  const reasons = description ? imageProblems(requires, description) : []
  const verdict = reasons.length > 0 ? 'refused' : 'fits'
  if (verdict === 'fits' && requires.suitability) return null
  return { verdict, reasons, measurements: null, version: suitabilityVersion }
}

/** What an application whose images are measured requires. @throws Error for any other: its verdicts need no measurement */
export const requirementsOf = ({ requires: { suitability } }: Pick<Requiring, 'requires'>): ImageNeed => {
  if (!suitability) throw new Error('Images are measured only for applications that require it')
  return suitability
}

/** Parameters of a job, as they were submitted; null: nothing is chosen yet, as in a form. */
type Params = Record<string, unknown> | null

/** The channel that a job reads, also where it is the one by default; null: not chosen yet, or the application reads no single one. */
const channelOf = (application: Requiring, params: Params): number | null => {
  if (params === null) return null
  const { channel } = completeParams(application, params)
  return typeof channel === 'number' ? channel : null
}

/** The verdict on what was measured, by the pixel size that counts now: that of the measurements is the file's. */
export const assessMedium = (
  measurements: Measurements,
  application: Requiring,
  { description }: Pick<Medium, 'description'>,
  params: Params = null,
): Suitability =>
  assessSuitability(
    { ...measurements, scale: scaleOf({ pixelSizeUm: description?.pixelSizeUm ?? null }) },
    requirementsOf(application),
    channelOf(application, params),
  )

/** The verdict that is already known; null: not measured yet. @param params of a job: the channel that it reads counts, not the best one */
export const knownSuitability = async (
  db: Executor,
  application: Requiring,
  medium: Medium,
  params: Params = null,
): Promise<Suitability | null> => {
  const quick = withoutMeasuring(application, medium)
  if (quick) return quick
  const requirements = requirementsOf(application)
  const row = await findMeasurements(db, medium.id, kindFor(requirements))
  const measurements = await currentMeasurements(row, medium.description?.pixelSizeUm ?? null)
  return measurements && assessMedium(measurements, application, medium, params)
}

/** Why an application refuses an image, as a text for the user. */
export const refusalText = (application: Pick<AnalysisApplication, 'displayName'>, { reasons }: Suitability): string =>
  `${application.displayName} cannot analyse this image. ${reasons.join(' ')}`

/** Text of the refusal of an image that is known not to suit an application with these parameters; null: it suits, or is not measured yet. */
export const refusalOf = async (
  db: Executor,
  application: Requiring & Pick<AnalysisApplication, 'displayName'>,
  medium: Medium,
  params: Params,
): Promise<string | null> => {
  const known = await knownSuitability(db, application, medium, params)
  return known?.verdict === 'refused' ? refusalText(application, known) : null
}

/**
 * The suitability of an image for an application. Where it must be measured, the first request starts that.
 *
 * @throws ApiError ERR_0404, ERR_3002, ERR_4002
 */
export const requestSuitability = async (
  context: AppContext,
  { organisationId }: Principal,
  imageId: string,
  { appName, appVersion }: HandlerInput<typeof checkSuitability>['query'],
): Promise<SuitabilityCheck> => {
  const application = findApplication(appName, appVersion)
  if (!application) throw new ApiError('ERR_4002')
  return context.db.transaction(async (tx) => {
    const found = await findImage(tx, imageId)
    if (!found) throw new ApiError('ERR_0404')
    const medium = withPixelSize(found.medium, found.image.givenPixelSize)
    if (medium.status !== 'available' || !medium.description) throw new ApiError('ERR_3002')
    const suitability = await knownSuitability(tx, application, medium)
    if (suitability) return { status: 'ready', error: null, suitability }

    const kind = kindFor(requirementsOf(application))
    const row = await findMeasurements(tx, medium.id, kind)
    const requested = context.now()
    const isRecent = row?.measurements === null && requested.getTime() - row.requested.getTime() < staleAfter
    if (isRecent && row.version === suitabilityVersion) {
      return { status: row.error === null ? 'pending' : 'failed', error: row.error, suitability: null }
    }
    const empty = { measurements: null, error: null, requested }
    await putMeasurements(tx, { mediumId: medium.id, kind, version: suitabilityVersion, ...empty })
    const payload = { organisationId, imageId, kind }
    await context.queue.enqueue('measure-image', payload, { tx, singletonKey: `${medium.id} ${kind}` })
    return { status: 'pending', error: null, suitability: null }
  })
}

/** Images whose descriptions are in memory at once: one may have megabytes. */
const atOnce = 20

/** The verdicts that are already known, by image id. */
const knownSuitabilities = async (
  db: Executor,
  application: Requiring,
  rows: readonly ImageRow[],
): Promise<Map<string, Suitability>> => {
  const known = new Map<string, Suitability>()
  const measured: { imageId: string; medium: Medium }[] = []
  for (const { image, medium: stored } of rows) {
    const medium = withPixelSize(stored, image.givenPixelSize)
    const quick = withoutMeasuring(application, medium)
    if (quick) known.set(image.id, quick)
    else measured.push({ imageId: image.id, medium })
  }
  if (measured.length === 0) return known
  const requirements = requirementsOf(application)
  const ids = measured.map(({ medium }) => medium.id)
  const found = await findMeasurementsOf(db, ids, kindFor(requirements))
  for (const { imageId, medium } of measured) {
    const measurements = await currentMeasurements(
      found.get(medium.id) ?? null,
      medium.description?.pixelSizeUm ?? null,
    )
    if (measurements) known.set(imageId, assessMedium(measurements, application, medium))
  }
  return known
}

/**
 * The suitability of several images of a project for an application, as `requestSuitability` has it of each. What is known is read together;
 * images that are not in the project or not available have no answer.
 *
 * @throws ApiError ERR_4002
 */
export const requestSuitabilities = async (
  context: AppContext,
  principal: Principal,
  projectId: string,
  { images, ...names }: HandlerInput<typeof checkSuitabilities>['body']['data'],
): Promise<(SuitabilityCheck & { image: string })[]> => {
  const application = findApplication(names.appName, names.appVersion)
  if (!application) throw new ApiError('ERR_4002')
  const ids = [...new Set(images)]
  const answers: (SuitabilityCheck & { image: string })[] = []
  for (let first = 0; first < ids.length; first += atOnce) {
    const rows = await findImagesOf(context.db, projectId, ids.slice(first, first + atOnce))
    const available = rows.filter(({ medium }) => medium.status === 'available' && medium.description)
    const known = await knownSuitabilities(context.db, application, available)
    for (const { image } of available) {
      const suitability = known.get(image.id)
      const check = suitability
        ? { status: 'ready' as const, error: null, suitability }
        : await requestSuitability(context, principal, image.id, names).catch(absentOf)
      if (check) answers.push({ image: image.id, ...check })
    }
  }
  return answers
}

/** Null for an image that was deleted, or is processed again, since it was found. @throws every other failure */
const absentOf = (failure: unknown): null => {
  if (failure instanceof ApiError && (failure.code === 'ERR_0404' || failure.code === 'ERR_3002')) return null
  throw failure
}
