import type { Image } from '@lamella/shared/contract'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

interface RenameDialogProps {
  image: Image
  /** Resolves when the image has its name, or a toast has said why not. */
  onRename: (name: string) => Promise<unknown>
  onClose: () => void
}

/** The rules of every name (D3-5-33). */
const problemOf = (name: string): string | null => {
  if (name.trim() === '') return 'Name is a required field'
  return name.trim().length > 128 ? 'Name can only contain 128 characters' : null
}

/** Renames an image. */
export const RenameDialog = ({ image, onRename, onClose }: RenameDialogProps) => {
  const [name, setName] = useState(image.name)
  const [busy, setBusy] = useState(false)
  const problem = problemOf(name)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (problem) return
    setBusy(true)
    await onRename(name.trim())
    onClose()
  }
  return (
    <Dialog opened title="Rename image" onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={name === image.name ? null : problem}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={problem !== null}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
