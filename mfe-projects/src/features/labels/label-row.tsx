import type { Label } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import type { DragEvent, KeyboardEvent } from 'react'
import css from './label-table.module.css'

interface LabelRowProps {
  label: Label
  /** Its number in the order, from 1. */
  number: number
  total: number
  /** Largest count of the set, whose bar is full. */
  mostAssignments: number
  canEdit: boolean
  isDragged: boolean
  onEdit: () => void
  onDelete: () => void
  /** Moves it to this index. */
  onMove: (to: number) => void
  onDragStart: () => void
  onDragEnd: () => void
  /** The dragged label is dropped on this one. */
  onDrop: () => void
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
/** Id of the button that moves a label, which has the focus again after the move. */
export const handleId = (labelId: string): string => `move-${labelId}`

/** Keys choose among so many labels while drawing. */
const mostKeys = 9

/** One label: its key, colour, texts and count, and how it is moved, changed and deleted. */
export const LabelRow = (props: LabelRowProps) => {
  const { label, number, total, mostAssignments, canEdit, isDragged, onEdit, onDelete, onMove } = props
  const { id, name, description, color, labelAssignmentCount: count } = label
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!canEdit || !event.altKey || !step) return
    event.preventDefault()
    onMove(number - 1 + step)
  }
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      props.onDrop()
    },
  }
  return (
    <tr className={css.row} data-dragged={isDragged || undefined} onKeyDown={onKeyDown} {...(canEdit && drop)}>
      {canEdit && (
        <td className={css.handle}>
          <ActionIcon
            id={handleId(id)}
            size={24}
            aria-label={`Move ${name}`}
            aria-description="Alt and arrow up or down"
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              props.onDragStart()
            }}
            onDragEnd={props.onDragEnd}
          >
            <IconGripVertical {...icon} />
          </ActionIcon>
        </td>
      )}
      <td>{number <= mostKeys && <kbd className={css.key}>{number}</kbd>}</td>
      <td>
        <span className={css.color} style={{ backgroundColor: color }} role="img" aria-label={color} />
      </td>
      <td className={css.words}>
        <bdi className={css.name}>{name}</bdi>
        {description && <bdi className={css.description}>{description}</bdi>}
      </td>
      {count !== undefined && (
        <td className={css.count}>
          <span className={css.track} aria-hidden>
            <span style={{ width: `${(count / Math.max(1, mostAssignments)) * 100}%`, backgroundColor: color }} />
          </span>
          {formatNumber(count)}
        </td>
      )}
      {canEdit && (
        <td className={css.menu}>
          <Menu position="bottom-end" width={180}>
            <Menu.Target>
              <ActionIcon aria-label={`Actions of ${name}`}>
                <IconDots size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
                Edit label
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowUp {...icon} />}
                disabled={number === 1}
                onClick={() => onMove(number - 2)}
              >
                Move up
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowDown {...icon} />}
                disabled={number === total}
                onClick={() => onMove(number)}
              >
                Move down
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
                Delete label
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </td>
      )}
    </tr>
  )
}
