import type { Label, LabelSet } from '@lamella/shared/contract'
import { CardHeader, ConfirmDialog } from '@lamella/shared/ui'
import { ActionIcon, Button, Card, Kbd, Menu, Text } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { LabelDialog } from './label-dialog.tsx'
import { downloadLabelFile } from './label-file.ts'
import { LabelTable } from './label-table.tsx'
import css from './set-card.module.css'
import { factsOfSet } from './set-list.tsx'
import { useDeleteLabel, useDeleteLabelSet } from './use-label-changes.ts'

interface SetCardProps {
  set: LabelSet
  /** In their order. */
  labels: readonly Label[]
  canEdit: boolean
  onEdit: () => void
  onCopy: () => void
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** A label set: its labels, and what can be done with it. */
export const SetCard = ({ set, labels, canEdit, onEdit, onCopy }: SetCardProps) => {
  /** The form of a label: its id, null for a new one. */
  const [form, setForm] = useState<{ opened: boolean; id: string | null }>({ opened: false, id: null })
  const [deleting, setDeleting] = useState<Label | 'set' | null>(null)
  const setRemoval = useDeleteLabelSet(set.project)
  const labelRemoval = useDeleteLabel(set.project)
  const stay = () => undefined
  const close = () => setDeleting(null)
  const label = labels.find(({ id }) => id === form.id) ?? null
  const taken = labels.flatMap(({ id, name, color }, at) => (id === form.id ? [] : [{ number: at + 1, name, color }]))
  const add = (
    <Button variant="default" leftSection={<IconPlus {...icon} />} onClick={() => setForm({ opened: true, id: null })}>
      Add label
    </Button>
  )
  return (
    <Card padding={0}>
      <CardHeader title={<bdi>{set.name}</bdi>} count={labels.length}>
        {canEdit && add}
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon aria-label={`Actions of ${set.name}`}>
              <IconDots size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canEdit && (
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
                Edit label set
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onCopy}>
              Copy to a project
            </Menu.Item>
            <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => downloadLabelFile(set, labels)}>
              Export as JSON
            </Menu.Item>
            {canEdit && (
              <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setDeleting('set')}>
                Delete label set
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </CardHeader>
      {set.description && (
        <Text className={css.about} dir="auto">
          {set.description}
        </Text>
      )}
      {labels.length > 1 && canEdit && (
        <Text className={css.about}>
          Drag a row or press <Kbd>Alt</Kbd> <Kbd aria-label="arrow up">↑</Kbd> <Kbd aria-label="arrow down">↓</Kbd> to
          change the order.
        </Text>
      )}
      {labels.length > 0 ? (
        <LabelTable
          key={set.id}
          set={set}
          labels={labels}
          canEdit={canEdit}
          onEdit={({ id }) => setForm({ opened: true, id })}
          onDelete={setDeleting}
        />
      ) : (
        <p className={css.empty}>
          {canEdit ? 'No labels yet. Add the first thing that is to be marked in the images.' : 'No labels yet.'}
        </p>
      )}
      <LabelDialog
        opened={form.opened && (form.id === null || label !== null)}
        set={set}
        label={label}
        taken={taken}
        onClose={() => setForm({ ...form, opened: false })}
      />
      <ConfirmDialog
        opened={deleting === 'set'}
        title="Delete label set"
        confirmLabel="Delete"
        destructive
        onConfirm={() => setRemoval.mutateAsync(set.id).then(close, stay)}
        onClose={close}
      >
        <bdi>{set.name}</bdi> ({factsOfSet(labels)}) is deleted permanently; annotations lose its labels. This cannot be
        undone.
      </ConfirmDialog>
      <ConfirmDialog
        opened={deleting !== null && deleting !== 'set'}
        title="Delete label"
        confirmLabel="Delete"
        destructive
        onConfirm={() =>
          deleting && deleting !== 'set' ? labelRemoval.mutateAsync(deleting.id).then(close, stay) : undefined
        }
        onClose={close}
      >
        {deleting !== null && deleting !== 'set' && (
          <>
            <bdi>{deleting.name}</bdi> is deleted permanently; {annotationsOf(deleting)}. This cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </Card>
  )
}

const annotationsOf = ({ labelAssignmentCount: count }: Label): string => {
  if (count === undefined) return 'annotations lose it'
  return count === 1 ? '1 annotation loses it' : `${count === 0 ? 'no' : count} annotations lose it`
}
