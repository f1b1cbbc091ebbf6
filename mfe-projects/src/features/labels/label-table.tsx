import type { Label, LabelSet } from '@lamella/shared/contract'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { handleId, LabelRow } from './label-row.tsx'
import css from './label-table.module.css'
import { useLabelOrder } from './use-label-order.ts'

interface LabelTableProps {
  set: LabelSet
  /** In their order. */
  labels: readonly Label[]
  canEdit: boolean
  onEdit: (label: Label) => void
  onDelete: (label: Label) => void
}

/** The labels of a set. Their order is changed by dragging, by Alt and an arrow key, or in the menu of a label. */
export const LabelTable = ({ set, canEdit, onEdit, onDelete, ...props }: LabelTableProps) => {
  const { labels, move } = useLabelOrder(set, props.labels)
  const [dragged, setDragged] = useState<string | null>(null)
  /** The last move by hand, in words and with the row that it was; wrapped, so that each is announced. */
  const [last, setLast] = useState<{ id: string; words: string } | null>(null)
  // The moved row may be put into the page anew, and would lose the focus.
  useEffect(() => {
    if (last) document.getElementById(handleId(last.id))?.focus()
  }, [last])
  const moveTo = (label: Label, to: number): void => {
    if (to < 0 || to >= labels.length) return
    move(label.id, to)
    setLast({ id: label.id, words: `${label.name} is now number ${to + 1} of ${labels.length}.` })
  }
  const isCounted = labels.every(({ labelAssignmentCount }) => labelAssignmentCount !== undefined)
  const most = Math.max(0, ...labels.map(({ labelAssignmentCount = 0 }) => labelAssignmentCount))
  return (
    <>
      <table className={css.table} aria-label={`Labels of ${set.name}`}>
        <thead>
          <tr>
            {canEdit && (
              <th className={css.handle}>
                <VisuallyHidden>Order</VisuallyHidden>
              </th>
            )}
            <th className={css.keyHead}>Key</th>
            <th className={css.colorHead}>Colour</th>
            <th>Label</th>
            {isCounted && <th className={css.countHead}>Annotations</th>}
            {canEdit && (
              <th className={css.menu}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <LabelRow
              key={label.id}
              label={label}
              number={at + 1}
              total={labels.length}
              mostAssignments={most}
              canEdit={canEdit}
              isDragged={label.id === dragged}
              onEdit={() => onEdit(label)}
              onDelete={() => onDelete(label)}
              onMove={(to) => moveTo(label, to)}
              onDragStart={() => setDragged(label.id)}
              onDragEnd={() => setDragged(null)}
              onDrop={() => {
                const moving = labels.find(({ id }) => id === dragged)
                if (moving && moving !== label) moveTo(moving, at)
                setDragged(null)
              }}
            />
          ))}
        </tbody>
      </table>
      <VisuallyHidden role="status">{last?.words}</VisuallyHidden>
    </>
  )
}
