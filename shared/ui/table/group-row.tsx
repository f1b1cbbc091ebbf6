import { Table, type TableTrProps } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './data-table.module.css'

interface LibraryRow<Row> {
  record: Row
  index: number
  children: ReactNode
  rowProps: TableTrProps
}

/**
 * A row, below a heading where its group begins. The heading is the first cell of a row of its own: screen readers
 * reach it as a heading, and on the way through the table.
 * @param rows - the rows of the shown page, in their order
 */
export const groupedRow =
  <Row,>(rows: readonly Row[], groupOf: (row: Row) => string) =>
  ({ record, index, rowProps, children }: LibraryRow<Row>): ReactNode => {
    const group = groupOf(record)
    const before = rows[index - 1]
    return (
      <>
        {(before === undefined || groupOf(before) !== group) && (
          <Table.Tr className={css.group}>
            <Table.Th scope="rowgroup">
              <h2>{group}</h2>
            </Table.Th>
          </Table.Tr>
        )}
        <Table.Tr {...rowProps}>{children}</Table.Tr>
      </>
    )
  }
