import { type TokenAction, tokenActions, tokenName } from '@lamella/shared/contract'
import { operatorTokensChanged } from '@lamella/shared/queries/releases.ts'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CopySecret } from '../../lib/copy-secret.tsx'
import { FormError, messageOf } from '../../lib/form-error.tsx'
import { createToken } from './api.ts'
import css from './tokens.module.css'

const actionWords: Record<TokenAction, string> = {
  publish: 'Publish',
  check: 'Check',
  trial: 'Run trials',
  activate: 'Activate',
  rollback: 'Roll back',
  remove: 'Remove versions',
}

const terms = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
]
const day = 86_400_000

interface Fields {
  name: string
  apps: string[]
  may: TokenAction[]
  days: string
}

/** The secret of a new token: shown once, because the server stores only its hash. */
const Secret = ({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) => (
  <>
    <Text size="sm" c="var(--lm-text2)">
      Keep the secret of {name} where your build machine finds it, as LAMELLA_OPERATOR_TOKEN. It is not shown again.
    </Text>
    <output className={css.secret} aria-label="Secret">
      {secret}
    </output>
    <DialogActions>
      <CopySecret value={secret}>Copy secret</CopySecret>
      <Button onClick={onClose}>Done</Button>
    </DialogActions>
  </>
)

interface TokenDialogProps {
  apps: readonly string[]
  onClose: () => void
}

/** Makes a named token for some apps and actions. */
export const TokenDialog = ({ apps, onClose }: TokenDialogProps) => {
  const queries = useQueryClient()
  const form = useForm<Fields>({
    mode: 'controlled',
    initialValues: { name: '', apps: [], may: ['publish', 'check', 'trial'], days: '90' },
    validate: {
      name: (name) =>
        tokenName.safeParse(name).success ? null : 'Enter up to 63 letters, digits, ".", "_", "-" and blanks.',
      apps: (chosen) => (chosen.length > 0 ? null : 'Choose an app.'),
      may: (chosen) => (chosen.length > 0 ? null : 'Choose an action.'),
    },
  })
  const making = useMutation({
    mutationFn: ({ name, apps: chosen, may, days }: Fields) =>
      createToken({
        name: name.trim(),
        apps: chosen,
        may,
        ...(days !== '' && { expires: new Date(Date.now() + Number(days) * day).toISOString() }),
      }),
    onSettled: () => operatorTokensChanged(queries),
  })
  const { values } = form
  return (
    <Dialog
      opened
      title={making.data ? 'Token made' : 'New token'}
      size={480}
      onClose={onClose}
      unsavedChanges={!making.data && form.isDirty()}
    >
      {making.data ? (
        <Secret name={values.name.trim()} secret={making.data} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={form.onSubmit((fields) => making.mutate(fields))}>
          <FormError message={making.error && messageOf(making.error)} />
          <Stack gap="md">
            <TextInput
              label="Name"
              description="The history shows it beside what was done with it."
              maxLength={63}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <Checkbox.Group label="Apps" {...form.getInputProps('apps')}>
              <Group mt="xs" gap="md">
                {apps.map((app) => (
                  <Checkbox key={app} value={app} label={app} />
                ))}
              </Group>
            </Checkbox.Group>
            <Checkbox.Group label="May" {...form.getInputProps('may')}>
              <Group mt="xs" gap="md">
                {tokenActions.map((action) => (
                  <Checkbox key={action} value={action} label={actionWords[action]} />
                ))}
              </Group>
            </Checkbox.Group>
            <Select label="Expires" data={terms} {...form.getInputProps('days')} />
          </Stack>
          <DialogActions>
            <Button variant="default" onClick={onClose} disabled={making.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={making.isPending}>
              Make token
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
