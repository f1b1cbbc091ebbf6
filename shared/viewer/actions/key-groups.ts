import type { ImageView } from '@lamella/shared/contract'
import type { ViewerTool } from '../tools/viewer-tool.ts'
import type { ViewerAction } from './viewer-action.ts'

/** Keys with one purpose. */
interface KeyGroup {
  title: string
  /** Keys by the names of `keyNameOf`. */
  lines: readonly { keys: readonly string[]; label: string }[]
}

/** The keys of actions that are of one group; undefined: of those that have buttons. */
const linesOf = (actions: readonly ViewerAction[], group: string | undefined): KeyGroup['lines'] =>
  actions.flatMap(({ shortcut, label, keyGroup }) =>
    shortcut && keyGroup === group ? [{ keys: [shortcut], label }] : [],
  )

const groupsOf = (actions: readonly ViewerAction[]): KeyGroup[] =>
  [...new Set(actions.flatMap(({ keyGroup }) => keyGroup ?? []))].map((title) => ({
    title,
    lines: linesOf(actions, title),
  }))

/** All keys of a viewer by what they are for. */
export const keyGroups = (
  view: Pick<ImageView, 'timePoints' | 'zCount' | 'hasMaximum'>,
  tools: readonly ViewerTool[],
  actions: readonly ViewerAction[],
): KeyGroup[] => [
  {
    title: 'Picture',
    lines: [
      { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], label: 'Move' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], label: 'Move a little, likewise up and down' },
      { keys: ['+', '-'], label: 'Zoom in and out' },
      { keys: ['0'], label: 'Whole image' },
      { keys: ['z'], label: 'One pixel of the image per pixel of the screen' },
      ...linesOf(actions, undefined),
    ],
  },
  ...groupsOf(actions),
  {
    title: 'Planes',
    lines: [
      ...(view.timePoints > 1
        ? [
            { keys: [',', '.'], label: 'Previous and next time point' },
            { keys: [' '], label: 'Play and pause' },
          ]
        : []),
      ...((view.zCount ?? 1) > 1
        ? [
            { keys: ['j', 'k'], label: 'Lower and upper Z plane' },
            { keys: ['PageDown', 'PageUp'], label: 'The same' },
          ]
        : []),
      ...(view.hasMaximum ? [{ keys: ['m'], label: 'Maximum of all Z planes, or one plane' }] : []),
    ],
  },
  {
    title: 'Tools',
    lines: [
      ...tools.flatMap(({ shortcut, label, keys = [] }) => [{ keys: [shortcut], label }, ...keys]),
      { keys: ['Enter'], label: 'Set a point in the middle' },
      { keys: ['Backspace'], label: 'Take the last point back' },
      { keys: ['Shift+Enter'], label: 'End a line or an area' },
      { keys: ['Escape'], label: 'Give up the points' },
    ],
  },
]
