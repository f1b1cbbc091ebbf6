import { call } from '@lamella/shared/api'
import { type CorrectedResult, createCorrection } from '@lamella/shared/contract'
import type { Correction } from './correction.ts'

/**
 * Stores a corrected result.
 * @param resultId - of the original result
 * @param source - id of the corrected result that was changed; null: the original
 * @throws ApiFailure
 */
export const saveCorrection = async (
  resultId: string,
  source: string | null,
  { cuts, leftOut }: Correction,
): Promise<CorrectedResult> => {
  const content = { source, cuts: [...cuts], leftOut: [...leftOut].toSorted((a, b) => a - b) }
  const input = { params: { resultId }, body: { data: content } }
  return (await call(createCorrection, input, { action: 'corrections.create' })).data
}
