import {
  type Classification,
  classCodesByCuts,
  classColumn,
  columnsOf,
  type HotSpotWindows,
  type JobResult,
  type Measurement,
  summarise,
} from '@lamella/shared/contract'
import { resultColumnsQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Correction } from './correction.ts'

/** The values of all objects that classes and measurements follow from. */
export interface ObjectValues {
  /** Class codes as stored. */
  stored: Uint16Array
  /** By column key; NaN: undefined. */
  columns: Readonly<Record<string, Float64Array>>
}

/**
 * Loads the columns from which a result is computed again.
 * @param classification - null: nothing is loaded
 */
export const useObjectValues = (
  resultId: string | undefined,
  classification: Classification | null,
): { values: ObjectValues | null; error: Error | null } => {
  const keys = useMemo(() => (classification ? [classColumn, ...columnsOf(classification)] : []), [classification])
  const { data, error } = useQuery({
    ...resultColumnsQuery(resultId ?? '', keys),
    enabled: resultId !== undefined && keys.length > 0,
  })
  const values = useMemo(() => {
    const codes = data?.[classColumn]
    return data && codes ? { stored: Uint16Array.from(codes), columns: data } : null
  }, [data])
  return { values, error }
}

/** Class code per object for some cuts. */
export const codesFor = (
  { stored, columns }: ObjectValues,
  classification: Classification,
  cuts: readonly number[],
): Uint16Array =>
  classCodesByCuts(stored, columns[classification.column] ?? new Float64Array(), classification.cuts, cuts)

/**
 * Measurements and classes of a result for a correction. Means and medians do not depend on the cuts: they are computed
 * only when objects are left out, because a median of 200,000 values takes as long as a frame.
 * @param windows - of the hot spot, of the objects that are not left out
 */
export const useSummary = (
  result: Pick<JobResult, 'figures'> | undefined,
  classification: Classification | null,
  values: ObjectValues | null,
  { cuts, leftOut }: Correction,
  windows: HotSpotWindows | null,
) => {
  const codes = useMemo(
    () => (values && classification ? codesFor(values, classification, cuts) : null),
    [values, classification, cuts],
  )
  const figures = result?.figures
  const [ofColumns, ofClasses] = useMemo(() => {
    const isOfColumn = ({ key }: Measurement) => 'column' in (classification?.measures[key] ?? {})
    return [figures?.filter(isOfColumn) ?? [], figures?.filter((figure) => !isOfColumn(figure)) ?? []]
  }, [figures, classification])
  const fromColumns = useMemo(() => {
    if (!values || !classification) return []
    const { stored, columns } = values
    return summarise({ figures: ofColumns, classification, codes: stored, columns, leftOut }).figures
  }, [ofColumns, values, classification, leftOut])
  return useMemo(() => {
    if (!figures || !values || !classification || !codes) return null
    const { columns } = values
    const summary = summarise({ figures: ofClasses, classification, codes, columns, leftOut, windows })
    const byKey = new Map([...summary.figures, ...fromColumns].map((figure) => [figure.key, figure]))
    return { codes, classes: summary.classes, figures: figures.map((figure) => byKey.get(figure.key) ?? figure) }
  }, [figures, ofClasses, fromColumns, values, classification, codes, leftOut, windows])
}
