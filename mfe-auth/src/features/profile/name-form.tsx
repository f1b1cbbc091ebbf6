import { type CurrentUser, firstNameRule, lastNameRule } from '@lamella/shared/contract'
import { useDraft } from '@lamella/shared/session'
import { RestoredNotice } from '@lamella/shared/ui'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormError } from '../../lib/form-error.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { saveName } from './api.ts'

/** Form for the user's own name. The address is fixed: it identifies the account at log-in. */
export const NameForm = ({ user }: { user: CurrentUser }) => {
  const { firstName, lastName, email } = user
  const draft = useDraft('/settings names', { firstName, lastName })
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: draft.found ?? { firstName, lastName },
    validate: { firstName: firstNameRule, lastName: lastNameRule },
    onValuesChange: draft.keep,
  })
  const { values } = form
  const dirty = values.firstName.trim() !== firstName || values.lastName.trim() !== lastName
  const { busy, error, submit } = useSubmit(async () => {
    await saveName(values.firstName.trim(), values.lastName.trim())
    draft.drop()
    toastSuccess('Profile', 'Your name has been changed.')
  })
  return (
    <form onSubmit={form.onSubmit(() => void submit())} noValidate aria-label="Name" data-kept>
      <FormError message={error} />
      <RestoredNotice shown={draft.found !== null} />
      <Stack gap="md">
        <Group grow gap="md" align="flex-start" preventGrowOverflow={false} wrap="wrap">
          <TextInput
            label="First name"
            autoComplete="given-name"
            size="md"
            maxLength={128}
            miw={200}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            size="md"
            maxLength={128}
            miw={200}
            {...form.getInputProps('lastName')}
          />
        </Group>
        <TextInput
          label="Email"
          description="You log in with this address. It cannot be changed."
          type="email"
          size="md"
          value={email}
          disabled
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={busy} disabled={!dirty || !form.isValid()}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
