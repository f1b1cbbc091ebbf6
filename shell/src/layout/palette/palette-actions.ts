import type { CurrentUser } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { createActions } from '../header/create-actions.ts'
import type { PaletteEntry } from './palette-entries.ts'

interface ActionsFor {
  user: CurrentUser
  /** Whether the dashboard's guided tour is offered. */
  tour: boolean
}

/** Palette entries of the actions that are available on every page. */
export const actionEntries = ({ user, tour }: ActionsFor): PaletteEntry[] => [
  ...(user.isGuest ? [] : createActions).map(({ title, icon, to, note }) => ({
    id: to,
    label: title,
    description: note,
    icon,
    target: to,
  })),
  ...(tour
    ? [
        {
          id: 'guided-tour',
          label: 'Guided Tour',
          icon: 'layout-dashboard',
          target: () => bus.emit('tour/start', { tour: 'dashboard' }),
        },
      ]
    : []),
  { id: 'log-out', label: 'Log out', icon: 'log-out', target: '/auth/logout' },
]
