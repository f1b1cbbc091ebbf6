import type { ChannelSettings, MultichannelSettings } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import type { ChannelSetting } from '@lamella/shared/viewer'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { withSettings } from '../../lib/with-settings.ts'
import { NameDialog } from './name-dialog.tsx'
import { useCreateSettings } from './use-settings-changes.ts'

interface PresetsMenuProps {
  projectId: string
  /** The project's settings. */
  settings: readonly MultichannelSettings[]
  channels: readonly ChannelSetting[]
  onChange: (channels: readonly ChannelSetting[]) => void
  canEdit: boolean
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const sameChannels = (one: readonly ChannelSettings[], others: readonly ChannelSettings[]): boolean =>
  one.every(({ index, color, visible, min, max }) => {
    const other = others.find((channel) => channel.index === index)
    return (
      !other ||
      (color.toLowerCase() === other.color.toLowerCase() &&
        visible === other.visible &&
        min === other.min &&
        max === other.max)
    )
  })

/** Shows the open image by settings of the project, and stores its channels as new ones. Other images do not change. */
const PresetsMenu = (props: PresetsMenuProps) => {
  const { projectId, settings, channels, onChange, canEdit } = props
  const create = useCreateSettings(projectId)
  const [isNaming, setNaming] = useState(false)
  const save = (name: string): void =>
    create.mutate(
      {
        name,
        channels: channels.map(({ index, name, color, visible, min, max }) => ({
          index,
          name,
          color,
          visible,
          min,
          max,
        })),
      },
      {
        onSuccess: () => {
          setNaming(false)
          bus.emit('toast/show', { kind: 'success', title: 'Multichannel Settings', detail: `${name} is stored.` })
        },
      },
    )
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Tooltip label="Settings of the project">
            <ActionIcon aria-label="Settings of the project">
              <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {settings.length > 0 && <Menu.Label>Show this image by</Menu.Label>}
          {settings.map((each) => (
            <Menu.Item
              key={each.id}
              leftSection={
                sameChannels(channels, each.channels) ? <IconCheck {...icon} /> : <span style={{ width: 16 }} />
              }
              onClick={() => onChange(withSettings(channels, each.channels))}
            >
              <bdi>{each.name}</bdi>
            </Menu.Item>
          ))}
          {settings.length === 0 && <Menu.Label>The project has no settings yet.</Menu.Label>}
          {canEdit && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={() => setNaming(true)}>
                Save these channels as settings
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={isNaming}
        title="Save channels as settings"
        saveLabel="Save settings"
        initial=""
        busy={create.isPending}
        onSave={save}
        onClose={() => setNaming(false)}
      />
    </>
  )
}

export default PresetsMenu
