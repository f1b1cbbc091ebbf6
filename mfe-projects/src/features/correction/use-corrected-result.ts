import {
  type Classification,
  type CorrectedResult,
  hotSpotIn,
  hotSpotMeasureOf,
  hotSpotWindowsIn,
  type Job,
  type JobResult,
} from '@lamella/shared/contract'
import { applicationsQuery, correctionsQuery } from '@lamella/shared/queries'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type ShownHotSpot, showHotSpot } from '../../lib/shown-hot-spot.ts'
import { type Correction, changesInWords, correctionOf } from './correction.ts'
import { draftKey } from './drafts.ts'
import { type CorrectionChanges, useCorrection } from './use-correction.ts'
import { type ObjectValues, useObjectValues, useSummary } from './use-object-values.ts'

/** A result as it is shown: original or corrected, with the changes that are not stored yet. */
export interface ShownResult {
  /** Null: results of this application cannot be changed. */
  classification: Classification | null
  /** Column that is cut, or whose distribution is shown. */
  column: JobResult['columns'][number] | null
  /** Null while they are loading, or could not be. */
  values: ObjectValues | null
  valuesError: Error | null
  corrections: readonly CorrectedResult[]
  /** The stored corrected result; null: the original. */
  corrected: CorrectedResult | null
  /** Whether the wanted corrected result is being loaded, or does not exist. */
  state: 'loading' | 'missing' | 'known'
  /** Queries without which the wanted corrected result cannot be shown. */
  needed: readonly UseQueryResult<unknown>[]
  changes: CorrectionChanges
  /** Differences from the stored result. */
  words: readonly string[]
  figures: JobResult['figures']
  classes: JobResult['classes']
  /** Null where the application has none, or there are too few objects. */
  hotSpot: ShownHotSpot | null
  /** Class of an object; null: it was left out. */
  classOf: (no: number, stored: string) => string | null
  leaveOut: (no: number) => void
  putBack: (no: number) => void
}

const original: Correction = { cuts: [], leftOut: new Set() }
const none: readonly CorrectedResult[] = []

/**
 * The shown result of a job, computed anew in the browser on every change.
 * @param job - undefined: nothing is loaded, the result is shown as it is
 * @param wanted - id of a corrected result; null: the original
 * @param isWhole - all values and corrections are loaded; otherwise only what is needed for a hot spot of the original
 */
export const useCorrectedResult = (
  job: Job | undefined,
  result: JobResult | undefined,
  wanted: string | null,
  isWhole = true,
): ShownResult => {
  const applications = useQuery({ ...applicationsQuery, enabled: job !== undefined })
  const application = applications.data?.find(
    ({ name, version }) => name === job?.appName && version === job.appVersion,
  )
  const classification = (job && application?.classification) ?? null
  const measure = useMemo(() => classification && hotSpotMeasureOf(classification), [classification])
  const query = useQuery({
    ...correctionsQuery(result?.id ?? ''),
    enabled: Boolean(isWhole && result && classification),
  })
  const corrections = query.data ?? none
  const corrected = corrections.find(({ id }) => id === wanted) ?? null
  const stored = useMemo(
    () => (classification ? correctionOf(classification, corrected) : original),
    [classification, corrected],
  )
  const isPending = applications.isPending || (classification !== null && query.isPending)
  const changes = useCorrection(draftKey(result?.id ?? '', corrected?.id ?? null), stored)
  const { values, error } = useObjectValues(result?.id, isWhole || measure ? classification : null)
  const { leftOut } = changes.now
  const windows = useMemo(
    () => (classification && values ? hotSpotWindowsIn({ classification, columns: values.columns, leftOut }) : null),
    [classification, values, leftOut],
  )
  const summary = useSummary(result, classification, values, changes.now, windows)
  const column = result?.columns.find(({ key }) => key === classification?.column) ?? null
  const codes = summary?.codes
  const classOf = useCallback(
    (no: number, ofOriginal: string) => {
      if (leftOut.has(no)) return null
      return (codes && classification?.classes[codes[no - 1] ?? 0]?.name) ?? ofOriginal
    },
    [codes, classification, leftOut],
  )
  const hotSpot = useMemo(() => {
    if (!classification || !measure || !codes || !values) return null
    const window = hotSpotIn({ classification, codes, columns: values.columns, leftOut, windows })
    return window && showHotSpot(window, measure.classes, classification.objects)
  }, [classification, measure, codes, values, leftOut, windows])
  const { change } = changes
  const leaveOut = useCallback(
    (no: number) => change((before) => ({ ...before, leftOut: new Set(before.leftOut).add(no) })),
    [change],
  )
  const putBack = useCallback(
    (no: number) =>
      change((before) => ({ ...before, leftOut: new Set([...before.leftOut].filter((other) => other !== no)) })),
    [change],
  )
  return {
    classification,
    column,
    values,
    valuesError: error,
    corrections,
    corrected,
    state: wanted === null || corrected ? 'known' : job && isPending ? 'loading' : 'missing',
    needed: wanted === null || !job ? [] : [applications, query],
    changes,
    words: classification ? changesInWords(classification, stored, changes.now) : [],
    figures: summary?.figures ?? corrected?.figures ?? result?.figures ?? [],
    classes: summary?.classes ?? corrected?.classes ?? result?.classes ?? [],
    hotSpot,
    classOf,
    leaveOut,
    putBack,
  }
}
