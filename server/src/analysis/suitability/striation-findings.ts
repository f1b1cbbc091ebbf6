import { differingPeriods, fewClear, formatProblem, LEAST_FIELDS, PERIOD_LIMITS } from '../sarcomeres/clear-period.ts'
import { above, below, type Finding } from './finding.ts'
import type { StriatedChannel, StriationMeasurements } from './measurements.ts'
import { sentences } from './sentences.ts'

/** What the size of an image and of its pixels says, whatever it shows; null: they are large and small enough. */
export const striatedFormat = ({ scale, columns, rows }: StriationMeasurements): Finding | null => {
  const sentence = scale.source === 'unknown' ? sentences.otherKind() : formatProblem(scale.um, { columns, rows })
  return sentence === null ? null : { verdict: 'refused', sentence }
}

/** Why a channel does not show the bands of striated muscle clearly. */
export function striationFindings(channel: StriatedChannel, { isWhole }: StriationMeasurements): (Finding | null)[] {
  const { isEmpty, clear, clearShare, fields, mean, deviation } = channel
  if (isEmpty) return [{ verdict: 'doubtful', sentence: sentences.noBands() }]
  if (fields === 0) return [{ verdict: 'doubtful', sentence: sentences.bandsNotSeen() }]
  const few = fewClear(clear, fields, isWhole)
  const period = below(isWhole && clear < LEAST_FIELDS ? 0 : clearShare, PERIOD_LIMITS.clear, few)
  if (period) return [isWhole ? { ...period, verdict: 'refused' } : period]
  if (mean === null || deviation === null) return []
  const variation = above(deviation / mean, PERIOD_LIMITS.variation, differingPeriods(mean, deviation))
  return [variation && isWhole ? { ...variation, verdict: 'refused' } : variation]
}
