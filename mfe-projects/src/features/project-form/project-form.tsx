import { descriptionRule, nameRule } from '@lamella/shared/contract'
import { useDraft } from '@lamella/shared/session'
import { RestoredNotice } from '@lamella/shared/ui'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

/** `onSave` gets trimmed texts. */
export interface ProjectFormProps {
  /** Key of the draft: the texts are kept under it until they are saved or cancelled. */
  path: string
  initial: { name: string; description: string }
  busy: boolean
  /** Error of the last request; the next edit clears it, which enables saving again (contradiction 17). */
  error: string | null
  onEdit: () => void
  /** @returns whether it was saved */
  onSave: (details: { name: string; description: string }) => Promise<boolean>
  onCancel: () => void
}

/** Form for name and description of a project. */
export const ProjectForm = ({ path, initial, busy, error, onEdit, onSave, onCancel }: ProjectFormProps) => {
  const draft = useDraft(path, initial)
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: draft.found ?? initial,
    validate: { name: nameRule, description: descriptionRule },
    onValuesChange: (values) => {
      draft.keep(values)
      onEdit()
    },
  })
  const save = async ({ name, description }: typeof initial): Promise<void> => {
    if (await onSave({ name: name.trim(), description: description.trim() })) draft.drop()
  }
  const cancel = (): void => {
    draft.drop()
    onCancel()
  }
  return (
    <form onSubmit={form.onSubmit(save)} noValidate data-kept>
      <RestoredNotice shown={draft.found !== null} />
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
          <Button variant="default" onClick={cancel} disabled={busy}>
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
