import type { CorrectedResult } from '@lamella/shared/contract'
import { Select } from '@mantine/core'
import { correctionName } from './correction-text.ts'
import css from './result-choice.module.css'

interface ResultChoiceProps {
  corrections: readonly CorrectedResult[]
  /** Id of the shown corrected result; null: the original. */
  value: string | null
  onChange: (id: string | null) => void
}

const original = 'original'

/** Choice between the original result of a job and the corrected ones. */
export const ResultChoice = ({ corrections, value, onChange }: ResultChoiceProps) => (
  <Select
    className={css.choice}
    label="Result"
    data={[
      { value: original, label: 'Original' },
      ...corrections.map((correction) => ({ value: correction.id, label: correctionName(correction) })),
    ]}
    value={value ?? original}
    onChange={(next) => onChange(next === original ? null : next)}
  />
)
