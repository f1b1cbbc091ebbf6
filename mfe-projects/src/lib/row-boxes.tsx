import type { DataTableColumn } from '@lamella/shared/ui'
import { Checkbox } from '@mantine/core'
import css from './row-boxes.module.css'
import type { RowChoice } from './use-row-choice.ts'

interface RowBoxesOptions<Row extends { id: string }> {
  choice: RowChoice<Row>
  /** Accessible name of the box above the others. */
  allLabel: string
  /** Accessible name of the box of a row. */
  labelOf: (row: Row) => string
}

/** Column of boxes by which rows are chosen, with one for all rows that are read. */
export const rowBoxes = <Row extends { id: string }>({
  choice,
  allLabel,
  labelOf,
}: RowBoxesOptions<Row>): DataTableColumn<Row> => ({
  id: 'selected',
  title: 'Selected',
  isAction: true,
  width: 44,
  header: (
    <Checkbox
      className={css.box}
      aria-label={allLabel}
      checked={choice.share === 'all'}
      indeterminate={choice.share === 'some'}
      onChange={choice.toggleAll}
    />
  ),
  render: (row) => (
    <Checkbox
      className={css.box}
      aria-label={labelOf(row)}
      checked={choice.ids.has(row.id)}
      onChange={() => choice.toggle(row)}
    />
  ),
})
