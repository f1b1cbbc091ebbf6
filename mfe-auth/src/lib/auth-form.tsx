import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormError } from './form-error.tsx'

interface AuthFormProps {
  /** All fields are valid. */
  ready: boolean
  busy: boolean
  error: string | null
  /** Text of the button. */
  action: string
  onSubmit: () => unknown
  children: ReactNode
}

/** Form with one button, disabled while fields are invalid (D1-5-18) or a request is in flight (D1-5-19). */
export const AuthForm = ({ ready, busy, error, action, onSubmit, children }: AuthFormProps) => {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) onSubmit()
  }
  return (
    <>
      <FormError message={error} />
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          <Button type="submit" size="md" fullWidth mt="xs" loading={busy} disabled={!ready}>
            {action}
          </Button>
        </Stack>
      </form>
    </>
  )
}
