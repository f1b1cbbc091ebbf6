import type { LabelSet } from '@lamella/shared/contract'
import { currentUserAtom } from '@lamella/shared/session'
import { Dialog, DialogActions, InfoBar } from '@lamella/shared/ui'
import { Button, Select, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { FormEvent } from 'react'
import { useEditableProjects } from '../../lib/use-editable-projects.ts'
import { useCopyLabelSet } from './use-label-changes.ts'

const Form = ({ set, onClose }: { set: LabelSet; onClose: () => void }) => {
  const user = useAtomValue(currentUserAtom)
  const { projects, isPending, error, chosen: project, choose, search, setSearch } = useEditableProjects(user)
  const copy = useCopyLabelSet()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (project) copy.mutate({ id: set.id, name: set.name, project }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {error && <InfoBar tone="error">The projects could not be retrieved: {error.message}</InfoBar>}
        <Select
          label="Project"
          placeholder={isPending ? 'Loading projects' : 'Choose a project'}
          data-autofocus
          searchable
          nothingFoundMessage="No projects found"
          limit={100}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={project?.id ?? null}
          onChange={choose}
          searchValue={search}
          onSearchChange={setSearch}
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
