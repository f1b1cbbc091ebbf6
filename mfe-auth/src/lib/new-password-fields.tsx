import { PasswordChecklist } from '@lamella/shared/blocks'
import { isNewPassword } from '@lamella/shared/contract'
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

/** A list is no part of a paragraph, which descriptions are by default. */
const asBlock = { component: 'div', mt: 8 } as const

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
        description={<PasswordChecklist password={password} />}
        descriptionProps={asBlock}
        inputWrapperOrder={['label', 'input', 'description']}
      />
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
