import { sessionsChanged } from '@lamella/shared/queries'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormError } from '../../lib/form-error.tsx'
import { isComplete, NewPasswordFields } from '../../lib/new-password-fields.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { savePassword } from './api.ts'

const nothing = { current: '', password: '', confirmation: '' }

/** Form for the user's own password; a change ends all other sessions. */
export const PasswordForm = () => {
  const queries = useQueryClient()
  const [fields, setFields] = useState(nothing)
  const { busy, error, submit } = useSubmit(async () => {
    await savePassword(fields.current, fields.password)
    setFields(nothing)
    await sessionsChanged(queries)
    toastSuccess('Password', 'Your password has been changed. You are logged out everywhere else.')
  })
  const complete = fields.current !== '' && isComplete(fields)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (complete) void submit()
  }
  return (
    // The shell asks before a page with `data-unsaved` is left by choice. Passwords are never kept as a draft.
    <form
      onSubmit={onSubmit}
      onReset={() => setFields(nothing)}
      noValidate
      aria-label="Password"
      data-unsaved={(Object.values(fields).some(Boolean) && !busy) || undefined}
    >
      <FormError message={error} />
      <Stack gap="md">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          size="md"
          value={fields.current}
          onChange={({ currentTarget }) => setFields({ ...fields, current: currentTarget.value })}
        />
        <NewPasswordFields
          label="New password"
          value={fields}
          onChange={(secret) => setFields({ ...fields, ...secret })}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={busy} disabled={!complete}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
