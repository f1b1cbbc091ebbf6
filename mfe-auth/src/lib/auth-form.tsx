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

/** Fields over one button, which is disabled while they are invalid or a request is in flight (document 1 §5). */
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
