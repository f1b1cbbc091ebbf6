import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconDownload, IconRotateClockwise } from '@tabler/icons-react'
import css from './action-bar.module.css'
import { keyWords } from './key-name.ts'
import type { ViewerAction } from './viewer-action.ts'

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
const menuIcons = { Turn: IconRotateClockwise, Download: IconDownload }

const withKey = ({ label, shortcut }: ViewerAction): string => (shortcut ? `${label} (${keyWords(shortcut)})` : label)

const Button = ({ action }: { action: ViewerAction }) => {
  const { icon: ActionIconOf, label, shortcut, disabled } = action
  return (
    <Tooltip label={withKey(action)}>
      <ActionIcon
        aria-label={label}
        aria-keyshortcuts={shortcut}
        aria-disabled={disabled}
        data-disabled={disabled || undefined}
        onClick={() => !disabled && action.run()}
      >
        <ActionIconOf {...iconProps} />
      </ActionIcon>
    </Tooltip>
  )
}

const Items = ({ actions }: { actions: readonly ViewerAction[] }) =>
  actions.map(({ id, label, icon: ItemIcon, shortcut, disabled, run }) => (
    <Menu.Item
      key={id}
      leftSection={<ItemIcon size={16} stroke={1.7} aria-hidden />}
      rightSection={shortcut && <kbd className={css.key}>{keyWords(shortcut)}</kbd>}
      disabled={disabled ?? false}
      onClick={run}
    >
      {label}
    </Menu.Item>
  ))

interface MenuButtonProps {
  label: string
  icon: typeof IconDots
  actions: readonly ViewerAction[]
  size?: number
}

const MenuButton = ({ label, icon: MenuIcon, actions, size }: MenuButtonProps) => (
  <Menu position="bottom-end" width={240}>
    <Menu.Target>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} {...(size && { size })}>
          <MenuIcon {...iconProps} />
        </ActionIcon>
      </Tooltip>
    </Menu.Target>
    <Menu.Dropdown>
      <Items actions={actions} />
    </Menu.Dropdown>
  </Menu>
)

/** Actions one by one, those of a menu where its first one is. */
const entriesOf = (actions: readonly ViewerAction[]): (ViewerAction | string)[] => [
  ...new Set(actions.map((action) => action.menu ?? action)),
]

/** The commands over the picture: buttons, in a narrow window one menu. */
const ActionBar = ({ actions: all }: { actions: readonly ViewerAction[] }) => {
  const actions = all.filter(({ keyGroup }) => keyGroup === undefined)
  return (
    <>
      <div className={css.bar} role="toolbar" aria-label="Image">
        {entriesOf(actions).map((entry) =>
          typeof entry === 'string' ? (
            <MenuButton
              key={entry}
              label={entry}
              icon={entry === 'Turn' ? menuIcons.Turn : menuIcons.Download}
              actions={actions.filter(({ menu }) => menu === entry)}
            />
          ) : (
            <Button key={entry.id} action={entry} />
          ),
        )}
      </div>
      <div className={css.folded}>
        <MenuButton label="Image actions" icon={IconDots} actions={actions} size={44} />
      </div>
    </>
  )
}

export default ActionBar
