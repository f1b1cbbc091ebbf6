import { descriptionRule, type LabelSet, nameRule } from '@lamella/shared/contract'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { SaveProblem } from './save-problem.tsx'
import { useCreateLabelSet, useUpdateLabelSet } from './use-label-changes.ts'

interface FormProps {
  projectId: string
  /** As it is now, also when somebody else changes it while the form is open; null: a new one. */
  set: LabelSet | null
  onClose: () => void
  /** @param id - of a new set; null: not known, or not new */
  onSaved: (id: string | null) => void
}

const Form = ({ projectId, set, onClose, onSaved }: FormProps) => {
  const creation = useCreateLabelSet(projectId)
  const update = useUpdateLabelSet(projectId)
  const [opened] = useState(set)
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: { name: set?.name ?? '', description: set?.description ?? '' },
    validate: { name: nameRule, description: descriptionRule },
  })
  const isChanged = set && opened && set.revision !== opened.revision
  const differs = isChanged && (set.name !== opened.name || set.description !== opened.description)
  const save = form.onSubmit(async ({ name, description }) => {
    const texts = { name: name.trim(), description: description.trim() }
    try {
      if (set) await update.mutateAsync({ id: set.id, revision: set.revision, ...texts })
      const id = set ? null : await creation.mutateAsync(texts)
      onSaved(id)
      onClose()
    } catch {
      // The form says it.
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <SaveProblem
          error={creation.error ?? update.error}
          meanwhile={differs ? `It is now named “${set.name}”.` : null}
        />
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <Textarea label="Description (optional)" autosize minRows={2} {...form.getInputProps('description')} />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending || update.isPending} disabled={!form.isValid()}>
          {set ? 'Save changes' : 'Create label set'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Creates a label set, or changes its name and description. */
export const LabelSetDialog = ({ opened, ...form }: FormProps & { opened: boolean }) => (
  <Dialog
    opened={opened}
    title={form.set ? 'Edit label set' : 'Create label set'}
    onClose={form.onClose}
    size={440}
    withoutCross
  >
    <Form {...form} />
  </Dialog>
)
