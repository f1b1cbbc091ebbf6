import type { Classification, CorrectedResult } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { cutText, roundCut } from './cut-text.ts'

/** What a user can change of a result: the cuts between its classes, and the objects that count. */
export interface Correction {
  /** Smallest value of each class but the first, ascending. */
  cuts: readonly number[]
  /** Numbers of the objects that were left out by hand. */
  leftOut: ReadonlySet<number>
}

/** The state of a stored result; null: of the original one. */
export const correctionOf = (
  { cuts }: Pick<Classification, 'cuts'>,
  corrected: Pick<CorrectedResult, 'cuts' | 'leftOut'> | null,
): Correction =>
  corrected
    ? { cuts: corrected.cuts, leftOut: new Set(corrected.leftOut.flatMap(({ objects }) => objects)) }
    : { cuts, leftOut: new Set() }

/** Whether both have the same cuts. */
const haveSameCuts = (one: readonly number[], other: readonly number[]): boolean => one.join() === other.join()

const missingIn = (numbers: ReadonlySet<number>, others: ReadonlySet<number>): number[] =>
  [...numbers].filter((no) => !others.has(no))

/** Whether nothing differs. */
export const isSameCorrection = (one: Correction, other: Correction): boolean =>
  haveSameCuts(one.cuts, other.cuts) &&
  one.leftOut.size === other.leftOut.size &&
  missingIn(one.leftOut, other.leftOut).length === 0

const objectsText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'object' : 'objects'}`

/** Differences between two states in words, such as "1+ from 0.25 instead of 0.20". */
export const changesInWords = (
  { classes }: Pick<Classification, 'classes'>,
  before: Correction,
  now: Correction,
): string[] => {
  const cuts = now.cuts.flatMap((cut, i) =>
    cut === before.cuts[i]
      ? []
      : `${classes[i + 1]?.name} from ${cutText(cut)} instead of ${cutText(before.cuts[i] ?? Number.NaN)}`,
  )
  const out = missingIn(now.leftOut, before.leftOut).length
  const back = missingIn(before.leftOut, now.leftOut).length
  return [
    ...cuts,
    ...(out > 0 ? [`${objectsText(out)} left out`] : []),
    ...(back > 0 ? [`${objectsText(back)} put back`] : []),
  ]
}

/** Cuts with one of them moved; it stops at its neighbours, so that they stay in order. */
export const moveCut = (cuts: readonly number[], index: number, to: number): readonly number[] => {
  const lowest = cuts[index - 1] ?? Number.NEGATIVE_INFINITY
  const highest = cuts[index + 1] ?? Number.POSITIVE_INFINITY
  return cuts.with(index, Math.min(highest, Math.max(lowest, roundCut(to))))
}
