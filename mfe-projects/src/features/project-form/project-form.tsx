import { descriptionRule, nameRule } from '@lamella/shared/contract'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

export interface ProjectFormProps {
  initial: { name: string; description: string }
  busy: boolean
  /** The request failed; the next edit clears it, so that saving works again (contradictions.md 17). */
  error: string | null
  onEdit: () => void
  onSave: (details: { name: string; description: string }) => void
  onCancel: () => void
}

export const ProjectForm = ({ initial, busy, error, onEdit, onSave, onCancel }: ProjectFormProps) => {
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: initial,
    validate: { name: nameRule, description: descriptionRule },
    onValuesChange: onEdit,
  })
  const save = (values: typeof initial): void =>
    onSave({ name: values.name.trim(), description: values.description.trim() })
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="md">
        <TextInput label="Name" size="md" data-autofocus autoFocus {...form.getInputProps('name')} />
        <Textarea
          label="Description (optional)"
          size="md"
          autosize
          minRows={3}
          {...form.getInputProps('description')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!form.isValid() || error !== null}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
