import type { ResultObject } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import type { ViewerPanel } from '@lamella/shared/viewer'
import { Table } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import tableCss from '../../lib/object-table.module.css'
import css from './objects-panel.module.css'
import { ShowToggle } from './show-toggle.tsx'
import { ThinnedNote } from './thinned-note.tsx'
import { leftOutColor, leftOutGroup, type ResultOverlay } from './use-result-layer.ts'

/** Access to the rows of a virtual table of objects, in the order of their numbers. */
export interface ObjectRows {
  /**
   * The object of a row; undefined while it is loading.
   * @param index - from 0
   */
  at: (index: number) => ResultObject | undefined
  /**
   * Reports the visible rows.
   * @param to - exclusive
   */
  onRange: (from: number, to: number) => void
}

interface ObjectsTableProps {
  overlay: Pick<ResultOverlay, 'result' | 'oneOf' | 'classOf' | 'note'>
  rows: ObjectRows
  /** Number of the selected object; null: none. */
  selected: number | null
  onSelect: (object: ResultObject) => void
}

interface ObjectsPanelOptions extends ObjectsTableProps {
  /** Whether the objects are drawn over the image. */
  visible: boolean
  onVisible: (visible: boolean) => void
}

/** Pixels; the same height is set in the style sheet. */
const rowHeight = 28
/** Rows rendered beyond the visible ones, above and below: fewer show gaps when scrolling fast, more render slower. */
const spare = 20

/**
 * Virtual table of the objects of a result, synchronised with the image; only rows near the visible ones are rendered.
 */
const ObjectsTable = ({ overlay: { result, oneOf, classOf, note }, rows, selected, onSelect }: ObjectsTableProps) => {
  const total = result.objectCount
  const scroll = useRef<HTMLDivElement>(null)
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 3 * spare])
  const colors = useMemo(
    () => new Map([...result.classes.map(({ name, color }) => [name, color] as const), [leftOutGroup, leftOutColor]]),
    [result.classes],
  )
  const classIn = ({ no, class: stored }: ResultObject) => (classOf ? (classOf(no, stored) ?? leftOutGroup) : stored)
  const columns = result.columns.slice(0, 2)
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = scroll.current ?? {}
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
    const last = Math.min(total, Math.ceil((scrollTop + clientHeight) / rowHeight) + spare)
    // Rounded to multiples, so that the table renders once per 20 rows scrolled, not per pixel.
    const next = [first - (first % spare), Math.min(total, last - (last % spare) + spare)] as const
    if (next[0] === from && next[1] === to) return
    setRange(next)
    rows.onRange(...next)
  }
  useEffect(() => {
    const box = scroll.current
    if (selected === null || !box) return
    const top = (selected - 1) * rowHeight
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * rowHeight)
      box.scrollTop = top - box.clientHeight / 2
  }, [selected])
  const shown = Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, i) => from + i)
  return (
    <>
      {note && <p className={css.note}>{note}</p>}
      <p className={css.note}>
        <ThinnedNote oneOf={oneOf} />
      </p>
      <div ref={scroll} className={tableCss.scroll} onScroll={look}>
        <Table aria-label="Objects" aria-rowcount={total + 1} className={tableCss.table}>
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
            <tr aria-hidden style={{ height: from * rowHeight }} />
            {shown.map((index) => {
              const object = rows.at(index)
              const no = index + 1
              return (
                <Table.Tr
                  key={no}
                  className={tableCss.row}
                  aria-rowindex={no + 1}
                  aria-selected={no === selected}
                  onClick={() => object && onSelect(object)}
                >
                  <Table.Td>
                    <button type="button" className={tableCss.number} aria-label={`Object ${no}`}>
                      {no}
                    </button>
                  </Table.Td>
                  <Table.Td className={css.class} title={object && classIn(object)}>
                    {object && (
                      <>
                        <span className={css.swatch} style={{ backgroundColor: colors.get(classIn(object)) }} />{' '}
                        {classIn(object)}
                      </>
                    )}
                  </Table.Td>
                  {columns.map(({ key, decimals }) => (
                    <Table.Td key={key} ta="right">
                      {object && formatNumber(object.values[key], decimals)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
            <tr aria-hidden style={{ height: Math.max(0, total - to) * rowHeight }} />
          </Table.Tbody>
        </Table>
      </div>
    </>
  )
}

/** Viewer panel of a result: its objects, and a toggle for drawing them. */
export const objectsPanel = ({ visible, onVisible, ...table }: ObjectsPanelOptions): ViewerPanel => ({
  id: 'objects',
  title: 'Objects',
  count: table.overlay.result.objectCount,
  fills: true,
  actions: <ShowToggle what="objects" visible={visible} onVisible={onVisible} />,
  render: () => <ObjectsTable {...table} />,
})
