import { PasswordInput, TextInput } from '@mantine/core'
import type { Proof } from './api.ts'

interface ProofFieldsProps {
  value: Proof
  onChange: (value: Proof) => void
  /** Hint that a recovery code is accepted too. */
  codeHint?: string
}

/** Empty fields. */
export const emptyProof: Proof = { password: '', code: '' }
/** Whether both fields may be sent: a code of an app has 6 digits, a recovery code more characters. */
export const isComplete = ({ password, code }: Proof): boolean => password !== '' && code.trim().length >= 6

/** Fields for password and code. */
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
