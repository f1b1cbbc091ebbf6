import type { Suitability } from '@lamella/shared/contract'
import { InfoBar } from '@lamella/shared/ui'

/** Above a result: why its numbers are doubtful. Nothing when the image fits, or was not checked by an earlier server. */
export const SuitabilityNote = ({ suitability }: { suitability: Suitability | undefined }) =>
  suitability && suitability.verdict !== 'fits' ? (
    <InfoBar tone="warning">The numbers are doubtful. {suitability.reasons.join(' ')}</InfoBar>
  ) : null
