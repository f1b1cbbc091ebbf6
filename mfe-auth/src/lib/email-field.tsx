import { emailRule } from '@lamella/shared/contract'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface EmailFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onKeyDown' | 'error'> {
  value: string
  onChange: (value: string) => void
}

/** Its message is checked on change and on submit (document 1 §5), not for an address that the page began with. */
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
      // A form whose button is disabled does not submit: this is how somebody tries.
      onKeyDown={({ key }) => key === 'Enter' && setChecked(true)}
      error={checked ? emailRule(value) : null}
      {...rest}
    />
  )
}
