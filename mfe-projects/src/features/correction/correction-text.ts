import type { CorrectedResult } from '@lamella/shared/contract'
import { formatNumber, formatTimestamp } from '@lamella/shared/ui'
import { cutText } from './cut-text.ts'

/** Name of a corrected result in a list. */
export const correctionName = ({ createdBy, created }: Pick<CorrectedResult, 'createdBy' | 'created'>): string =>
  `Corrected by ${createdBy.fullName}, ${formatTimestamp(new Date(created))}`

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Such as "2 objects left out by Mia Lang and 1 by Jonas Weber". */
const leftOutText = (leftOut: CorrectedResult['leftOut']): string => {
  const counts = new Map<string, number>()
  for (const { by, objects } of leftOut) counts.set(by.fullName, (counts.get(by.fullName) ?? 0) + objects.length)
  if (counts.size === 0) return 'no objects left out'
  const parts = [...counts].map(([name, count], i) => {
    const noun = i === 0 ? ` ${count === 1 ? 'object' : 'objects'} left out` : ''
    return `${formatNumber(count)}${noun} by ${name}`
  })
  return list.format(parts)
}

/**
 * What a corrected result is, in a sentence.
 * @param source - the result that it was made from; null: the original
 */
export const correctionSentence = (corrected: CorrectedResult, source: CorrectedResult | null): string => {
  const name = source && `the one of ${source.createdBy.fullName}, ${formatTimestamp(new Date(source.created))}`
  const cuts = corrected.cuts.map(cutText).join(', ')
  const changes = [cuts && `cuts at ${cuts}`, leftOutText(corrected.leftOut)].filter(Boolean).join('; ')
  return `${correctionName(corrected)}, from ${name ?? 'the original result'}: ${changes}.`
}
