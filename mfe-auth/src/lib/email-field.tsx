import { emailRule } from '@lamella/shared/contract'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface EmailFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onKeyDown' | 'error'> {
  value: string
  onChange: (value: string) => void
}

/**
 * Field for an email address. Its message appears after a change or an attempt to submit (D1-5-04), not for a prefilled
 * address.
 */
export const EmailField = ({ value, onChange, ...rest }: EmailFieldProps) => {
  const [checked, setChecked] = useState(false)
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      size="md"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => {
        setChecked(true)
        onChange(event.currentTarget.value)
      }}
      // A form with a disabled button does not submit; Enter counts as the attempt.
      onKeyDown={({ key }) => key === 'Enter' && setChecked(true)}
      error={checked ? emailRule(value) : null}
      {...rest}
    />
  )
}
