import type { MultichannelSettings } from '@lamella/shared/contract'
import { ConfirmDialog } from '@lamella/shared/ui'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { NameDialog } from './name-dialog.tsx'
import { useDeleteSettings, useUpdateSettings } from './use-settings-changes.ts'

interface SettingsMenuProps {
  projectId: string
  settings: MultichannelSettings
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Renames and deletes settings. */
export const SettingsMenu = ({ projectId, settings }: SettingsMenuProps) => {
  const { id, name, channels, revision, applied } = settings
  const update = useUpdateSettings(projectId)
  const removal = useDeleteSettings(projectId)
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null)
  const close = (): void => setAsked(null)
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon size={34} aria-label={`Actions of ${name}`}>
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setAsked('rename')}>
            Rename settings
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setAsked('delete')}>
            Delete settings
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={asked === 'rename'}
        title="Rename settings"
        saveLabel="Rename settings"
        initial={name}
        busy={update.isPending}
        onSave={(next) => update.mutate({ id, name: next, channels, revision }, { onSuccess: close })}
        onClose={close}
      />
      <ConfirmDialog
        opened={asked === 'delete'}
        title="Delete settings"
        confirmLabel="Delete"
        destructive
        onConfirm={() => removal.mutateAsync(id).then(close, () => undefined)}
        onClose={close}
      >
        <bdi>{name}</bdi> is deleted permanently{applied && ', and the images are shown as their files say'}. This
        cannot be undone.
      </ConfirmDialog>
    </>
  )
}
