import { PasswordInput, TextInput } from '@mantine/core'
import type { Proof } from './api.ts'

interface ProofFieldsProps {
  value: Proof
  onChange: (value: Proof) => void
  /** Where the code may also be a recovery code. */
  codeHint?: string
}

export const noProof: Proof = { password: '', code: '' }
export const isComplete = ({ password, code }: Proof): boolean => password !== '' && code.trim().length >= 6

/** What is asked for before the second factor is changed. */
export const ProofFields = ({ value, onChange, codeHint }: ProofFieldsProps) => (
  <>
    <TextInput
      label="Code"
      description={codeHint}
      autoComplete="one-time-code"
      inputMode={codeHint ? 'text' : 'numeric'}
      spellCheck={false}
      maxLength={64}
      size="md"
      data-autofocus
      value={value.code}
      onChange={({ currentTarget }) => onChange({ ...value, code: currentTarget.value })}
    />
    <PasswordInput
      label="Your password"
      autoComplete="current-password"
      size="md"
      value={value.password}
      onChange={({ currentTarget }) => onChange({ ...value, password: currentTarget.value })}
    />
  </>
)
