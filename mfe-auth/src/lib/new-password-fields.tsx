import { isNewPassword } from '@lamella/shared/contract'
import { PasswordChecklist } from '@lamella/shared/ui'
import { PasswordInput } from '@mantine/core'

export interface NewPassword {
  password: string
  confirmation: string
}

export const isComplete = ({ password, confirmation }: NewPassword): boolean =>
  isNewPassword(password) && password === confirmation

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** "Password" at sign-up, "New password" elsewhere. */
  label: string
}

/** Password and its repetition with the live checklist (document 1 §5). */
export const NewPasswordFields = ({ value, onChange, label }: NewPasswordFieldsProps) => {
  const { password, confirmation } = value
  const differs = confirmation !== '' && confirmation !== password
  return (
    <>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        size="md"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <PasswordChecklist password={password} />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        size="md"
        required
        withAsterisk={false}
        value={confirmation}
        onChange={(event) => onChange({ ...value, confirmation: event.currentTarget.value })}
        error={differs ? 'Passwords do not match' : undefined}
      />
    </>
  )
}
