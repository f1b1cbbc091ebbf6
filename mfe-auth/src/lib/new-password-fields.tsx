import { PasswordChecklist } from '@lamella/shared/blocks'
import { isNewPassword } from '@lamella/shared/contract'
import { PasswordInput } from '@mantine/core'

/** Contents of the two fields. */
export interface NewPassword {
  password: string
  confirmation: string
}

/** Whether the password meets the rules (D1-5-09 to D1-5-13) and its confirmation is equal (D1-5-16). */
export const isComplete = ({ password, confirmation }: NewPassword): boolean =>
  isNewPassword(password) && password === confirmation

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** "Password" at sign-up, "New password" elsewhere. */
  label: string
}

/** The checklist is a list, which is invalid inside the paragraph that descriptions are by default. */
const asBlock = { component: 'div', mt: 8 } as const

/** New password with confirmation and live checklist (D1-2.1-32). */
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
