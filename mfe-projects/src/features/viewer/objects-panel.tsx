import { formatNumber } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { ActionIcon, Table } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import css from './objects-panel.module.css'
import type { ResultOverlay } from './use-result-layer.ts'

interface ObjectsTableProps {
  overlay: ResultOverlay
  /** Number of the object that is marked; null: none. */
  selected: number | null
  onSelect: (no: number) => void
}

interface ObjectsPanelOptions extends ObjectsTableProps {
  /** Whether the objects are drawn over the picture. */
  visible: boolean
  onVisible: (visible: boolean) => void
}

const rowHeight = 28
const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The objects of a result as a table in step with the picture. Rows out of sight are not laid out (CSS). */
const ObjectsTable = ({ overlay: { result, objects }, selected, onSelect }: ObjectsTableProps) => {
  const scroll = useRef<HTMLDivElement>(null)
  const colors = useMemo(() => new Map(result.classes.map(({ name, color }) => [name, color])), [result.classes])
  const columns = result.columns.slice(0, 2)
  useEffect(() => {
    const index = objects.findIndex(({ no }) => no === selected)
    const box = scroll.current
    if (index < 0 || !box) return
    const top = index * rowHeight
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * rowHeight)
      box.scrollTop = top - box.clientHeight / 2
  }, [selected, objects])
  return (
    <div ref={scroll} className={css.scroll}>
      <Table aria-label="Objects" className={css.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>No.</Table.Th>
            <Table.Th>Class</Table.Th>
            {columns.map(({ key, title, unit }) => (
              <Table.Th key={key} ta="right">
                {title} {unit}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {objects.map((object) => (
            <Table.Tr
              key={object.no}
              className={css.row}
              aria-selected={object.no === selected}
              onClick={() => onSelect(object.no)}
            >
              <Table.Td>
                <button type="button" className={css.number} aria-label={`Object ${object.no}`}>
                  {object.no}
                </button>
              </Table.Td>
              <Table.Td>
                <span className={css.swatch} style={{ backgroundColor: colors.get(object.class) }} /> {object.class}
              </Table.Td>
              {columns.map(({ key, decimals }) => (
                <Table.Td key={key} ta="right">
                  {formatNumber(object.values[key], decimals)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** The panel of a result in the viewer: its objects, and whether they are drawn. */
export const objectsPanel = ({ visible, onVisible, ...table }: ObjectsPanelOptions): ViewerPanel => ({
  id: 'objects',
  title: 'Objects',
  count: table.overlay.objects.length,
  fills: true,
  actions: (
    <ActionIcon aria-label={visible ? 'Hide objects' : 'Show objects'} onClick={() => onVisible(!visible)}>
      {visible ? <IconEye {...iconProps} /> : <IconEyeOff {...iconProps} />}
    </ActionIcon>
  ),
  render: () => <ObjectsTable {...table} />,
})
