import type { ViewerAction } from '@lamella/shared/viewer'
import { IconArrowBackUp, IconArrowForwardUp, IconTag } from '@tabler/icons-react'
import { labelKeys } from './labels-panel.tsx'
import type { AnnotationActs } from './use-annotation-acts.ts'
import type { Annotations } from './use-annotations.ts'
import type { Labels } from './use-labels.ts'

/** Buttons that take back what was done, and do it again. */
export const undoActions = ({ stack, undo, redo }: Pick<Annotations, 'stack' | 'undo' | 'redo'>): ViewerAction[] => [
  { id: 'undo', label: 'Undo', icon: IconArrowBackUp, shortcut: 'Control+z', disabled: !stack.canUndo, run: undo },
  {
    id: 'redo',
    label: 'Redo',
    icon: IconArrowForwardUp,
    shortcut: 'Control+Shift+z',
    disabled: !stack.canRedo,
    run: redo,
  },
]

interface KeysOptions {
  /** Number of selected objects. */
  selected: number
  offered: Labels['offered']
  acts: Pick<AnnotationActs, 'remove' | 'duplicate' | 'copy' | 'paste' | 'choose'>
  onSelectAll: () => void
  onDeselect: () => void
  /** Turns snapping on or off. */
  onSnap: () => void
}

/** What keys do with the selected objects. */
export const selectionKeys = ({
  selected,
  offered,
  acts,
  onSelectAll,
  onDeselect,
  onSnap,
}: KeysOptions): ViewerAction[] => {
  const keyed = { keyGroup: 'Selection', icon: IconTag, disabled: selected === 0 }
  return [
    { ...keyed, id: 'delete', label: 'Delete what is selected', shortcut: 'Delete', run: acts.remove },
    { ...keyed, id: 'duplicate', label: 'Duplicate what is selected', shortcut: 'Shift+d', run: acts.duplicate },
    { ...keyed, id: 'copy', label: 'Copy what is selected', shortcut: 'Control+c', run: acts.copy },
    {
      ...keyed,
      id: 'paste',
      label: 'Paste what was copied, also in another image',
      shortcut: 'Control+v',
      disabled: false,
      run: acts.paste,
    },
    {
      ...keyed,
      id: 'select all',
      label: 'Select all annotations that are drawn',
      shortcut: 'Control+a',
      disabled: false,
      run: onSelectAll,
    },
    { ...keyed, id: 'deselect', label: 'Select nothing', shortcut: 'Escape', run: onDeselect },
    {
      id: 'snap',
      label: 'Lines and corners snap to other objects, or not',
      icon: IconTag,
      shortcut: 'Shift+n',
      keyGroup: 'Drawing',
      run: onSnap,
    },
    ...offered.slice(0, labelKeys.length).map((label, index) => ({
      id: `label ${label.id}`,
      label: label.name,
      icon: IconTag,
      shortcut: labelKeys[index] ?? '',
      keyGroup: 'Labels',
      run: () => acts.choose(label),
    })),
  ]
}
