import type { TelemetryEvent, VersionHealth } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import {
  failurePrefix,
  measurementOf,
  quantileOf,
  sessionMeasure,
  type Timing,
  threeQuarters,
  timings,
} from './measures.ts'
import type { VersionMetrics } from './metrics.ts'
import { addMeasurements, listMeasurements, publishedOf } from './repository.ts'
import type { WholeCounts } from './whole-counts.ts'

const shownDays = 7

/** Where a process counts. */
export interface Tally {
  metrics: VersionMetrics
  toWhole: WholeCounts
}

/**
 * Counts the events of a page. Left out is what this server does not know, and versions that were never published: anybody may call this, and
 * each name would be kept for ever.
 */
export const countEvents = async (
  { db, now, config }: AppContext,
  { metrics, toWhole }: Tally,
  events: readonly TelemetryEvent[],
): Promise<void> => {
  // Only a share of the pages tells timings and sessions; each of them counts for all that do not.
  const weight = 1 / (config.telemetryShare || 1)
  const published = await publishedOf(db, events)
  const rows = new Map<string, { app: string; version: string; measure: string; bucket: number; count: number }>()
  for (const event of events) {
    const { app, version } = event
    const measurement = measurementOf(event)
    if (!measurement || !published.has(`${app} ${version}`)) continue
    const isTiming = measurement.kind === 'timing'
    const measure = isTiming
      ? measurement.timing
      : measurement.kind === 'failure'
        ? failurePrefix + measurement.stage
        : measurement.kind
    const bucket = isTiming ? measurement.bucket : 0
    const key = [app, version, measure, bucket].join(' ')
    const count = (rows.get(key)?.count ?? 0) + (isTiming || measure === sessionMeasure ? weight : 1)
    rows.set(key, { app, version, measure, bucket, count })
    metrics.count(event, measurement, weight)
  }
  const whole = [...rows].map(([key, row]) => ({ ...row, count: toWhole(key, row.count) }))
  await addMeasurements(
    db,
    whole.filter(({ count }) => count > 0),
    now(),
  )
}

/** What pages told of each version lately. */
export const describeVersions = async ({ db, now }: AppContext): Promise<VersionHealth[]> => {
  const rows = await listMeasurements(db, shownDays, now())
  const versions = Map.groupBy(rows, ({ app, version }) => `${app} ${version}`)
  return [...versions.values()].flatMap((measurements) => {
    const [first] = measurements
    if (!first) return []
    const countsOf = (timing: Timing) =>
      new Map(
        measurements.filter(({ measure }) => measure === timing).map(({ bucket, count }) => [bucket, count] as const),
      )
    const p75 = Object.fromEntries(
      timings.map((timing) => [timing, quantileOf(timing, countsOf(timing), threeQuarters)]),
    ) as VersionHealth['p75']
    return [
      {
        app: first.app,
        version: first.version,
        loads: [...countsOf('load').values()].reduce((sum, count) => sum + count, 0),
        errors: measurements.find(({ measure }) => measure === 'error')?.count ?? 0,
        failures: measurements
          .filter(({ measure }) => measure.startsWith(failurePrefix))
          .map(({ measure, count }) => ({ stage: measure.slice(failurePrefix.length), count })),
        p75,
      },
    ]
  })
}
