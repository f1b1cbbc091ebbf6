import { WorkRefused } from '../../analysis/runtime/run-work.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import { suitabilityVersion } from '../../analysis/suitability/assess.ts'
import { isOfColours, samplingOf } from '../../analysis/suitability/measure.ts'
import { MOST_CHANNELS } from '../../analysis/suitability/measure-fluorescence.ts'
import type { MeasuredKind, Measurements } from '../../analysis/suitability/measurements.ts'
import {
  LARGE_PIXELS,
  type Level,
  levelsFor,
  OVERVIEW_TILES,
  wholeOf,
  writeTiles,
} from '../../analysis/suitability/pyramid-samples.ts'
import { runMeasuringProcess } from '../../analysis/suitability/run-measuring-process.ts'
import { type ImageDescription, openPyramid, type Pyramid } from '../../imaging/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { limitAttempts, workKey } from '../../platform/queue/job-attempts.ts'
import { isInterrupted } from '../../platform/queue/job-types.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import type { ImageRow } from '../images/index.ts'
import { currentMeasurements } from './current-measurements.ts'
import { diskBytesOf } from './disk-bytes.ts'
import { findMeasurements, putMeasurements } from './measurements-repository.ts'

/** What a process that measures tiles may write to their folder: the measurements only. */
const writtenBytes = 10_000_000

/**
 * The files of the measured channels of a large image at the first time point, one for RGB; null for any other image, whose original is
 * measured.
 */
const largePlanes = (description: ImageDescription, kind: MeasuredKind): string[] | null => {
  const { width, height, photometric, channels, planes } = description
  if (width * height < LARGE_PIXELS || (photometric === 'rgb') !== isOfColours(kind)) return null
  const files = channels
    .slice(0, MOST_CHANNELS)
    .map(({ index }) => planes.find(({ c, t }) => c === index && t === 0)?.file)
    .filter((file) => file !== undefined)
  return files.length > 0 ? files : null
}

const measureTiles = async (
  { blobs }: AppContext,
  planes: readonly string[],
  { width, height, pixelSizeUm, tileSize, bitDepth, sampleFormat, channels }: ImageDescription,
  kind: MeasuredKind,
  folder: string,
  signal: AbortSignal,
): Promise<Measurements> => {
  const withPyramid = async <T>(plane: string, use: (pyramid: Pyramid) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    const blob = await blobs.open(plane)
    try {
      return await use(await openPyramid((offset, length) => blob.read(offset, length)))
    } finally {
      await blob.close()
    }
  }
  const [first = ''] = planes
  const levels = await withPyramid(first, async (pyramid) => levelsFor(pyramid))
  const write = async (level: Level, regions: readonly Region[]): Promise<void> => {
    for (const [channel, plane] of planes.entries()) {
      await withPyramid(plane, (pyramid) => writeTiles(pyramid, level, regions, folder, channel))
    }
  }
  await write(levels.overview, [wholeOf(levels.overview)])
  const names = channels.slice(0, planes.length).map(({ name }) => name)
  const type = { bits: bitDepth, format: sampleFormat }
  const samples = { width, height, pixelSizeUm, tileSize, type, channels: names, ...levels }
  const { side, most } = samplingOf(kind, pixelSizeUm)
  const tiles = OVERVIEW_TILES + most * (Math.ceil(side / tileSize) + 1) ** 2
  // A stored tile may be a little larger than its samples.
  const diskBytes = planes.length * tiles * 2 * tileSize ** 2 * Math.max(3, bitDepth / 8) + writtenBytes
  // The process has decoded what users sent: it may ask for no more than it should.
  const fetch = async (regions: readonly Region[]): Promise<void> => {
    const isMeasured = ({ left, top, ...size }: Region) =>
      Math.max(size.width, size.height) <= side && left + size.width <= width && top + size.height <= height
    if (regions.length > most || !regions.every(isMeasured)) throw new Error('These regions are not to be measured')
    await write(levels.largest, regions)
  }
  return runMeasuringProcess({ image: { samples }, folder, kind, diameters: false }, diskBytes, signal, fetch)
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
): Promise<Measurements> => {
  if (!description) throw new WorkRefused('The image is not available.')
  const work = workKey('measure', organisationId, kind, String(suitabilityVersion), sha256 ?? mediumId)
  const isHarmless = (error: unknown) => isInterrupted(signal) || error instanceof WorkRefused
  const planes = largePlanes(description, kind)?.map((plane) => blobKeys.picture(mediumId, plane)) ?? null
  const measurements = await limitAttempts(context, work, isHarmless, () =>
    planes === null
      ? context.blobs.withFile(blobKeys.original(mediumId), (path) => {
          const { kind: ofFile, pixelSizeUm } = description
          const image = { path, originalName: originalFilename, kind: ofFile, pixelSizeUm }
          return runMeasuringProcess({ image, folder, kind, diameters }, diskBytesOf(description), signal)
        })
      : measureTiles(context, planes, description, kind, folder, signal),
  )
  const stored = await findMeasurements(context.db, mediumId, kind)
  if (!diameters && (await currentMeasurements(stored, description.pixelSizeUm))) return measurements
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
