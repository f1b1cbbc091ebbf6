import type { ReactNode } from 'react'

export interface DataTableColumn<Row> {
  id: string
  title: string
  /** What the cell is about: the row is sorted and filtered by it, and it is shown unless `render` shows more. */
  value?: (row: Row) => string | number | null | undefined
  render?: (row: Row) => ReactNode
  /** What a filter finds the row by, where that is not `value`. */
  filterText?: (row: Row) => string
  /** Numbers stand right. */
  align?: 'left' | 'right'
  /** Pixels, or a share as "30%"; columns without one share the rest. */
  width?: number | string
  sortable?: boolean
  /** Holds the row's name: in ink, and the way into the row by keyboard. One column of a table. */
  isName?: boolean
  /** What stands before a name, as a Thumb or an avatar. */
  picture?: (row: Row) => ReactNode
  /** Holds controls of its own: a click beside them does not open the row, and the title is only spoken. */
  isAction?: boolean
  /** The title is only spoken, as that of a column of radios. */
  spokenTitle?: boolean
  /** Empty: nothing but room at the end of a row. A click on it opens nothing. */
  isSpacer?: boolean
  /** Leaves the table in a window below 1001 px. */
  wideOnly?: boolean
  /** Leaves a table that is itself narrower than so many pixels, as beside another card. */
  roomFrom?: 340 | 480 | 760
}

export interface TableSort {
  /** Id of a column. */
  by: string
  direction: 'ascending' | 'descending'
}
