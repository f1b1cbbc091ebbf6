import { nameRule } from '@lamella/shared/contract'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

interface FormProps {
  initial: string
  saveLabel: string
  busy: boolean
  onSave: (name: string) => void
  onClose: () => void
}

const Form = ({ initial, saveLabel, busy, onSave, onClose }: FormProps) => {
  const [name, setName] = useState(initial)
  const [changed, setChanged] = useState(false)
  const problem = nameRule(name)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!problem) onSave(name.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        error={changed ? problem : null}
        onChange={({ currentTarget }) => {
          setChanged(true)
          setName(currentTarget.value)
        }}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={problem !== null}>
          {saveLabel}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks for the name of settings. */
export const NameDialog = ({ opened, title, ...form }: FormProps & { opened: boolean; title: string }) => (
  <Dialog opened={opened} title={title} onClose={form.onClose} withoutCross>
    <Form {...form} />
  </Dialog>
)
