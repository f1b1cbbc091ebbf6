import type { LabelSet } from '@lamella/shared/contract'
import { failingTo, projectsQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { Dialog, DialogActions, InfoBar } from '@lamella/shared/ui'
import { Button, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useCopyLabelSet } from './use-label-changes.ts'

const Form = ({ set, onClose }: { set: LabelSet; onClose: () => void }) => {
  const user = useAtomValue(currentUserAtom)
  const projects = useQuery(failingTo(null, projectsQuery))
  const [target, setTarget] = useState<string | null>(null)
  const copy = useCopyLabelSet()
  const editable = (projects.data ?? []).filter((project) => user && mayEdit(roleIn(project, user)))
  const project = editable.find(({ id }) => id === target)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (project) copy.mutate({ id: set.id, name: set.name, project }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {projects.isError && (
          <InfoBar tone="error">The projects could not be retrieved: {projects.error.message}</InfoBar>
        )}
        <Select
          label="Project"
          placeholder={projects.isPending ? 'Loading projects' : 'Choose a project'}
          data-autofocus
          searchable
          nothingFoundMessage="No projects found"
          data={editable.map(({ id, name }) => ({ value: id, label: name }))}
          value={target}
          onChange={setTarget}
        />
        <Text size="sm" c="var(--lm-text2)">
          The copy has the same labels and is independent of this label set. You can copy into projects that you may
          edit.
        </Text>
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!project} loading={copy.isPending}>
          Copy label set
        </Button>
      </DialogActions>
    </form>
  )
}

/** Copies a label set into another project. */
export const CopyDialog = ({ set, onClose }: { set: LabelSet | null; onClose: () => void }) => (
  <Dialog opened={set !== null} title="Copy label set" onClose={onClose} size={440} withoutCross>
    {set && <Form set={set} onClose={onClose} />}
  </Dialog>
)
