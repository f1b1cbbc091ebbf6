import { type CurrentUser, firstNameRule, lastNameRule } from '@lamella/shared/contract'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormError } from '../../lib/form-error.tsx'
import { tellDone } from '../../lib/tell.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { saveName } from './api.ts'

/** Changes the own name. The address is what one logs in with and stays. */
export const NameForm = ({ user }: { user: CurrentUser }) => {
  const { firstName, lastName, email } = user
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: { firstName, lastName },
    validate: { firstName: firstNameRule, lastName: lastNameRule },
  })
  const { busy, error, submit } = useSubmit(async () => {
    await saveName(form.values.firstName.trim(), form.values.lastName.trim())
    form.resetDirty()
    tellDone('Profile', 'Your name is changed.')
  })
  return (
    <form onSubmit={form.onSubmit(() => void submit())} noValidate aria-label="Name">
      <FormError message={error} />
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
          description="You log in with it. It cannot be changed."
          type="email"
          size="md"
          value={email}
          disabled
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty() || !form.isValid()}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
