import { descriptionRule, nameRule } from '@lamella/shared/contract'
import { useDraft } from '@lamella/shared/session'
import { InfoBar, RestoredNotice } from '@lamella/shared/ui'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'

type ProjectTexts = { name: string; description: string }

/** `onSave` gets trimmed texts. */
export interface ProjectFormProps {
  /** Key of the draft: the texts are kept under it until they are saved or cancelled. */
  path: string
  initial: ProjectTexts
  busy: boolean
  /** Error of the last request; the next edit clears it, which enables saving again (contradiction 17). */
  error: string | null
  onEdit: () => void
  /** Saving was refused, as somebody else has changed the texts since the form was opened: `initial` has theirs. */
  overtaken?: boolean
  /** Who has changed them, at the beginning of a sentence. */
  changedBy?: string
  /** @param was - the texts that the user saw @returns whether it was saved */
  onSave: (details: ProjectTexts, was: ProjectTexts) => Promise<boolean>
  onCancel: () => void
}

/** Form for name and description of a project. */
export const ProjectForm = ({
  path,
  initial,
  busy,
  error,
  overtaken = false,
  changedBy = 'Somebody else',
  onEdit,
  onSave,
  onCancel,
}: ProjectFormProps) => {
  // Not the latest texts: those may have come while the user was typing, without being seen.
  const [seen, setSeen] = useState(initial)
  const draft = useDraft(path, seen)
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: draft.found ?? seen,
    validate: { name: nameRule, description: descriptionRule },
    onValuesChange: (values) => {
      draft.keep(values)
      onEdit()
    },
  })
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Not `autoFocus`: the menu by which the form was opened takes back a focus that was there when it closed.
    const menuHasClosed = setTimeout(() => nameField.current?.focus())
    return () => clearTimeout(menuHasClosed)
  }, [])
  const save = async ({ name, description }: ProjectTexts): Promise<void> => {
    const was = overtaken ? initial : seen
    if (await onSave({ name: name.trim(), description: description.trim() }, was)) draft.drop()
  }
  const cancel = (): void => {
    draft.drop()
    onCancel()
  }
  const load = (): void => {
    // Before the draft is dropped: setting values keeps them.
    form.setValues(initial)
    draft.drop()
    setSeen(initial)
    onEdit()
  }
  const { name, description } = form.values
  const changed = overtaken || (!busy && (initial.name !== seen.name || initial.description !== seen.description))
  const unsaved = !busy && (name !== initial.name || description !== initial.description)
  return (
    // The shell asks before a page with `data-unsaved` is left by choice, and resets the form when that is confirmed.
    <form onSubmit={form.onSubmit(save)} onReset={draft.drop} noValidate data-kept data-unsaved={unsaved || undefined}>
      <RestoredNotice shown={draft.found !== null} />
      {changed && (
        <InfoBar tone="error">
          {changedBy} changed the project in the meantime: it is now “{initial.name}”
          {initial.description ? `, described as “${initial.description}”` : ', without a description'}.
          {overtaken ? ' Save again to replace that, or cancel to keep it.' : ' What you typed is still here.'}
          {!overtaken && (
            <Group gap="xs" mt="xs">
              <Button variant="default" size="compact-sm" onClick={load}>
                Load their changes
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => setSeen(initial)}>
                Keep mine
              </Button>
            </Group>
          )}
        </InfoBar>
      )}
      <Stack gap="md">
        <TextInput ref={nameField} label="Name" size="md" data-autofocus {...form.getInputProps('name')} />
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
