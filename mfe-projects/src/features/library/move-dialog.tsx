import { projectsQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
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
  const { data } = useQuery(projectsQuery)
  const [target, setTarget] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const offered = data?.filter((project) => project.id !== projectId && user && mayEdit(roleIn(project, user)))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!target) return
    setBusy(true)
    await onMove(target)
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
          disabled={offered?.length === 0}
          data={offered?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={target}
          onChange={setTarget}
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
