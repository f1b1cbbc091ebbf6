import { isFormEmail } from '@lamella/shared/contract'
import { TextInput, type TextInputProps } from '@mantine/core'

const message = 'Please provide a valid email address!'

interface EmailFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  value: string
  onChange: (value: string) => void
}

/** The message appears while the field is non-empty and not an email address (document 1 §5). */
export const EmailField = ({ value, onChange, ...rest }: EmailFieldProps) => (
  <TextInput
    label="Email"
    type="email"
    autoComplete="username"
    size="md"
    required
    withAsterisk={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={value !== '' && !isFormEmail(value) ? message : undefined}
    {...rest}
  />
)
