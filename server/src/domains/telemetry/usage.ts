import type { VersionSeries } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { failurePrefix, quantileOf, sessionMeasure, type Timing, threeQuarters } from './measures.ts'
import { hourOf, listHours, type MeasurementRow } from './repository.ts'

/** Hours that are shown, the present one included. */
const shownHours = 24
const hourLength = 3_600_000

/** What pages told in some time; see `measures` in shared/contract/release-overview.ts. */
export type Usage = VersionSeries['total']

const sum = (rows: readonly MeasurementRow[]): number => rows.reduce((total, { count }) => total + count, 0)

const quantile = (rows: readonly MeasurementRow[], timing: Timing): number | null => {
  const counts = new Map<number, number>()
  for (const { measure, bucket, count } of rows) {
    if (measure === timing) counts.set(bucket, (counts.get(bucket) ?? 0) + count)
  }
  return quantileOf(timing, counts, threeQuarters)
}

const usageOf = (rows: readonly MeasurementRow[]): Usage => {
  const sessions = sum(rows.filter(({ measure }) => measure === sessionMeasure))
  const failures = sum(rows.filter(({ measure }) => measure.startsWith(failurePrefix)))
  return {
    sessions,
    // Failures are told by all pages, sessions by a share of them that counts for all, and only where the version got so far.
    failures: failures >= sessions ? (failures === 0 ? null : 100) : (failures / sessions) * 100,
    LCP: quantile(rows, 'LCP'),
    INP: quantile(rows, 'INP'),
    CLS: quantile(rows, 'CLS'),
  }
}

const firstHour = (now: Date): number => hourOf(now).getTime() - (shownHours - 1) * hourLength

/** What pages told of an app in the last 24 hours: of all its versions together, and of each. */
export const usageOfApps = async ({ db, now }: AppContext): Promise<(app: string) => Usage> => {
  const rows = Map.groupBy(await listHours(db, new Date(firstHour(now()))), ({ app }) => app)
  return (app) => usageOf(rows.get(app) ?? [])
}

/** What pages told of a version in the last 24 hours, and in each of them, oldest first. */
export interface VersionUsage {
  total: Usage
  hours: VersionSeries['hours']
}

/** Usage of the versions of an app that pages told of, and of any other version: nothing. */
export const usageOfVersions = async (
  { db, now }: AppContext,
  app: string,
): Promise<{ seen: string[]; of: (version: string) => VersionUsage }> => {
  const first = firstHour(now())
  const rows = Map.groupBy(await listHours(db, new Date(first), app), ({ version }) => version)
  const of = (version: string): VersionUsage => {
    const own = rows.get(version) ?? []
    const byHour = Map.groupBy(own, ({ hour }) => hour.getTime())
    return {
      total: usageOf(own),
      hours: Array.from({ length: shownHours }, (_, i) => {
        const at = first + i * hourLength
        return { at: new Date(at).toISOString(), ...usageOf(byHour.get(at) ?? []) }
      }),
    }
  }
  return { seen: [...rows.keys()], of }
}
