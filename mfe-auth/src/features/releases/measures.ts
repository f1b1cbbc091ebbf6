import type { VersionSeries } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/** What is told of a version, as the page shows it. */
export interface Measure {
  key: 'failures' | 'LCP' | 'INP' | 'CLS'
  title: string
  /** In full, for tables and screen readers. */
  name: string
  unit: string
  decimals: number
  /** Shown number per number of the server. */
  scale: number
}

export const measures: readonly Measure[] = [
  { key: 'failures', title: 'Failures', name: 'Failures', unit: '% of sessions', decimals: 2, scale: 1 },
  { key: 'LCP', title: 'LCP', name: 'Largest contentful paint', unit: 's, p75', decimals: 1, scale: 0.001 },
  { key: 'INP', title: 'INP', name: 'Interaction to next paint', unit: 'ms, p75', decimals: 0, scale: 1 },
  { key: 'CLS', title: 'CLS', name: 'Cumulative layout shift', unit: 'p75', decimals: 2, scale: 1 },
]

type Told = Record<Measure['key'], number | null>

/** A number as the page shows it, without its unit; null: nothing was told. */
export const shownValue = (told: Told, { key, scale }: Measure): number | null => {
  const value = told[key]
  return value === null ? null : value * scale
}

/** The same as text; "–" where nothing was told. */
export const shownText = (told: Told, measure: Measure): string =>
  formatNumber(shownValue(told, measure), measure.decimals)

/** The version in question and the one beside it: trial and active one, or active one and the one before. */
export const pairOf = (versions: readonly VersionSeries[]): [VersionSeries, VersionSeries | null] | null => {
  const of = (role: VersionSeries['role']) => versions.find((version) => version.role === role) ?? null
  const [active, trial] = [of('active'), of('trial')]
  if (trial) return [trial, active]
  return active && [active, of('previous')]
}

/** Beginnings of round numbers whose half is round too. */
const roundStarts = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** End of an axis from 0 that shows all values: a round number with a round half. @param least - for values near 0 */
export const axisEnd = (values: readonly (number | null)[], least: number): number => {
  const most = Math.max(least, ...values.map((value) => value ?? 0))
  const power = 10 ** Math.floor(Math.log10(most))
  return (roundStarts.find((start) => start * power >= most * 0.9999) ?? 10) * power
}
