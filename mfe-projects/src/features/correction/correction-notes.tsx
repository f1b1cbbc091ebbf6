import type { CorrectedResult } from '@lamella/shared/contract'
import { InfoBar } from '@lamella/shared/ui'
import { correctionSentence } from './correction-text.ts'
import { ResultChoice } from './result-choice.tsx'
import type { useCorrectedResult } from './use-corrected-result.ts'

interface CorrectionNotesProps {
  correction: ReturnType<typeof useCorrectedResult>
  onShow: (id: string | null) => void
}

/** Which of the results of a job is shown, and who changed what in it. */
export const CorrectionNotes = ({ correction, onShow }: CorrectionNotesProps) => {
  const { corrections, corrected, state, valuesError } = correction
  const sourceOf = ({ source }: CorrectedResult): CorrectedResult | null =>
    corrections.find(({ id }) => id === source) ?? null
  return (
    <>
      {corrections.length > 0 && (
        <ResultChoice corrections={corrections} value={corrected?.id ?? null} onChange={onShow} />
      )}
      {state === 'missing' && (
        <InfoBar tone="warning">There is no such corrected result. This is the original one.</InfoBar>
      )}
      {corrected && <InfoBar>{correctionSentence(corrected, sourceOf(corrected))}</InfoBar>}
      {corrected && valuesError && (
        <InfoBar tone="error">
          The picture and the table show the classes of the original result: the values of the objects could not be
          loaded.
        </InfoBar>
      )}
    </>
  )
}
