import type { Classification, JobResult, Measurement } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/** A score with its formula. */
export interface ScoreFormula {
  figure: Measurement
  /** Such as "1 × % of 1+, plus 2 × % of 2+". */
  words: string
  /** Such as "1 × 17.5 + 2 × 10.7"; null without objects. */
  numbers: string | null
  /** Largest possible score. */
  highest: number
}

/** The scores of a result with their formulas, by the weights that the application declares. */
export const scoreFormulas = (
  figures: readonly Measurement[],
  { measures }: Pick<Classification, 'measures'>,
  classes: JobResult['classes'],
): ScoreFormula[] => {
  const total = classes.reduce((sum, { count }) => sum + count, 0)
  return figures.flatMap((figure) => {
    const measure = measures[figure.key]
    if (measure?.kind !== 'score') return []
    const weighted = classes.flatMap(({ name, count }) => {
      const weight = measure.weights[name] ?? 0
      return weight === 0 ? [] : { name, weight, percent: (100 * count) / total }
    })
    return {
      figure,
      words: weighted.map(({ weight, name }) => `${weight} × % of ${name}`).join(', plus '),
      numbers: total
        ? weighted.map(({ weight, percent }) => `${weight} × ${formatNumber(percent, 1)}`).join(' + ')
        : null,
      highest: 100 * Math.max(0, ...weighted.map(({ weight }) => weight)),
    }
  })
}
