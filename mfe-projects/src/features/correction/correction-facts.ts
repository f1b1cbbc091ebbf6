import type { CorrectedResult } from '@lamella/shared/contract'
import { formatTimestamp } from '@lamella/shared/ui'

/** The facts of a correction, for the provenance. @param column - that is cut: its cuts in force take the place of those of the analysis */
export const correctionFacts = (
  { createdBy, created, cuts, leftOut }: CorrectedResult,
  column = '',
): Record<string, unknown> => ({
  correctedBy: createdBy.fullName,
  corrected: formatTimestamp(new Date(created)),
  ...(cuts.length > 0 && { [`${column}Cuts`]: cuts }),
  leftOut: leftOut.length === 0 ? 'none' : leftOut.map(({ by, objects }) => `${objects.join(', ')} by ${by.fullName}`),
})
