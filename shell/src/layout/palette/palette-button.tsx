import type { CurrentUser } from '@lamella/shared/contract'
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { PortalMenu } from '../use-menu.ts'
import css from './palette-button.module.css'
import { useEarlyKeys } from './use-early-keys.ts'

const Palette = lazyPart(() => import('./palette.tsx'))

interface PaletteButtonProps {
  user: CurrentUser
  menu: PortalMenu
  /** Whether the dashboard's guided tour is offered. */
  tour: boolean
  /** Icon only: in the narrow layout and above the viewer. */
  compact: boolean
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the command palette, as do Ctrl K and ⌘ K. The palette is loaded on first use. */
export const PaletteButton = ({ compact, ...palette }: PaletteButtonProps) => {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEarlyKeys(opened, field, (text) => setQuery((query) => query + text))
  const open = (): void => {
    // Opened again before it has faded away, it would still have the query of before.
    if (!opened) setQuery('')
    setWanted(true)
    setOpened(true)
  }
  // Then it is loaded again by the next attempt.
  const giveUp = (): void => {
    setWanted(false)
    setOpened(false)
    setQuery('')
  }
  useHotkeys([['mod+K', open]], [], true)
  const button = { onClick: open, 'aria-haspopup': 'dialog', 'data-tour': 'go-to' } as const
  return (
    <>
      {compact ? (
        <ActionIcon {...button} className={css.compact} aria-label="Go to…">
          <IconSearch size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      ) : (
        <UnstyledButton {...button} className={css.button}>
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <span>Go to…</span>
          <Kbd aria-hidden>{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
        </UnstyledButton>
      )}
      {wanted && (
        <Palette
          {...palette}
          opened={opened}
          query={query}
          onQueryChange={setQuery}
          field={field}
          onClose={() => setOpened(false)}
          onMissing={giveUp}
        />
      )}
    </>
  )
}
