import { currentUserAtom } from '@lamella/shared/session'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Select, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useEditableProjects } from '../../lib/use-editable-projects.ts'
import { imagesText } from './image-texts.ts'

interface MoveDialogProps {
  projectId: string
  /** Number of images. */
  count: number
  /** Resolves when they are moved, or a toast has said why not. */
  onMove: (project: string) => Promise<unknown>
  onClose: () => void
}

/** Chooses the project to which images are moved: one in which the user is Owner or Editor. */
export const MoveDialog = ({ projectId, count, onMove, onClose }: MoveDialogProps) => {
  const user = useAtomValue(currentUserAtom)
  const { projects, isPending, chosen: target, choose, search, setSearch } = useEditableProjects(user)
  const [busy, setBusy] = useState(false)
  const offered = projects.filter(({ id }) => id !== projectId)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!target) return
    setBusy(true)
    await onMove(target.id)
    onClose()
  }
  return (
    <Dialog opened title={`Move ${imagesText(count)}`} onClose={onClose}>
      <form onSubmit={submit}>
        <Select
          label="Project"
          description="You can only move images to projects in which you are Owner or Editor."
          data-autofocus
          searchable
          nothingFoundMessage="No projects found."
          disabled={!isPending && search === '' && offered.length === 0}
          limit={100}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={target?.id ?? null}
          onChange={choose}
          searchValue={search}
          onSearchChange={setSearch}
        />
        <Text size="sm" c="var(--lm-text2)" mt="md">
          Their analyses, results and tags move with them.
        </Text>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!target}>
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
