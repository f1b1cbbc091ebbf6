import { descriptionRule, type Label, type LabelSet, nameRule } from '@lamella/shared/contract'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ColorPicker, nextColor, type TakenColor } from './color-picker.tsx'
import { SaveProblem } from './save-problem.tsx'
import { useCreateLabel, useUpdateLabel } from './use-label-changes.ts'

interface FormProps {
  set: LabelSet
  /** As it is now, also when somebody else changes it while the form is open; null: a new one. */
  label: Label | null
  /** The other labels of the set. */
  taken: readonly TakenColor[]
  onClose: () => void
}

const Form = ({ set, label, taken, onClose }: FormProps) => {
  const creation = useCreateLabel(set.project)
  const update = useUpdateLabel(set.project)
  const [opened] = useState(label)
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: {
      name: label?.name ?? '',
      description: label?.description ?? '',
      color: label?.color ?? nextColor(taken),
    },
    validate: {
      name: (name) =>
        nameRule(name) ??
        (taken.some((other) => other.name === name.trim()) ? 'The label set has a label of this name already' : null),
      description: descriptionRule,
    },
  })
  const isChanged = label && opened && label.revision !== opened.revision
  const save = form.onSubmit(async ({ name, description, color }) => {
    const fields = { name: name.trim(), description: description.trim(), color }
    try {
      if (label) await update.mutateAsync({ id: label.id, revision: label.revision, ...fields })
      else await creation.mutateAsync({ labelSetId: set.id, ...fields })
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
          meanwhile={isChanged ? `It is now named “${label.name}”, with the colour ${label.color}.` : null}
        />
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Description (optional)" {...form.getInputProps('description')} />
        <ColorPicker value={form.values.color} taken={taken} onChange={(color) => form.setFieldValue('color', color)} />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending || update.isPending} disabled={!form.isValid()}>
          {label ? 'Save changes' : 'Add label'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Adds a label, or changes its name, description and colour. */
export const LabelDialog = ({ opened, ...form }: FormProps & { opened: boolean }) => (
  <Dialog opened={opened} title={form.label ? 'Edit label' : 'Add label'} onClose={form.onClose} withoutCross>
    <Form {...form} />
  </Dialog>
)
