import { type CurrentUser, firstNameRule, lastNameRule } from '@lamella/shared/contract'
import { useDraft } from '@lamella/shared/session'
import { InfoBar, RestoredNotice } from '@lamella/shared/ui'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormError } from '../../lib/form-error.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { useSeen } from '../../lib/use-seen.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { saveName } from './api.ts'

/** Form for the user's own name. The address is fixed: it identifies the account at log-in. */
export const NameForm = ({ user }: { user: CurrentUser }) => {
  const { firstName, lastName, email } = user
  const { opened, was, overtaken, saved, onFailure } = useSeen({ firstName, lastName })
  const draft = useDraft('/settings names', opened)
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: draft.found ?? opened,
    validate: { firstName: firstNameRule, lastName: lastNameRule },
    onValuesChange: draft.keep,
  })
  const { values } = form
  const dirty = values.firstName.trim() !== firstName || values.lastName.trim() !== lastName
  const { busy, error, submit } = useSubmit(async () => {
    const names = { firstName: values.firstName.trim(), lastName: values.lastName.trim() }
    await saveName(names, was)
    saved()
    draft.drop()
    toastSuccess('Profile', 'Your name has been changed.')
  }, onFailure)
  const leave = (): void => {
    draft.drop()
    form.setValues({ firstName, lastName })
  }
  return (
    // The shell asks before a page with `data-unsaved` is left by choice, and resets the form when that is confirmed.
    <form
      onSubmit={form.onSubmit(() => void submit())}
      onReset={leave}
      noValidate
      aria-label="Name"
      data-kept
      data-unsaved={(dirty && !busy) || undefined}
    >
      <FormError message={error} />
      <RestoredNotice shown={draft.found !== null} />
      {overtaken && (
        <InfoBar tone="error">
          Your name was changed elsewhere in the meantime: it is “{user.fullName}” now. Save again to replace that.
        </InfoBar>
      )}
      <Stack gap="md">
        <Group grow gap="md" align="flex-start" preventGrowOverflow={false} wrap="wrap">
          <TextInput
            label="First name"
            autoComplete="given-name"
            size="md"
            miw={200}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            size="md"
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
