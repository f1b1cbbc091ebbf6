import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface DataTableColumn<Row> {
  id: string
  title: string
  /** In place of the title, e.g. the box that selects all rows. */
  header?: ReactNode
  /** Value of the cell, by which rows are sorted and filtered; shown unless there is `render`. */
  value?: (row: Row) => string | number | null | undefined
  render?: (row: Row) => ReactNode
  /** Text by which the row is filtered, in place of `value`. */
  filterText?: (row: Row) => string
  /** `right` for numbers. */
  align?: 'left' | 'right'
  /** Pixels, or a share such as "30%"; columns without one share the rest. */
  width?: number | string
  sortable?: boolean
  /** Tooltip of the title of a sortable column: what its values count. */
  hint?: string
  /** Holds the row's name, which is the row's link or button for the keyboard. One column per table. */
  isName?: boolean
  /** Of a name: it takes a second line before it is cut. */
  twoLines?: boolean
  /** Before the name, e.g. a thumbnail or an avatar. */
  picture?: (row: Row) => ReactNode
  /** Holds controls: a click beside them does not open the row, and the title is for screen readers only. */
  isAction?: boolean
  /** The title is for screen readers only, e.g. of a column of radios. */
  spokenTitle?: boolean
  /** Empty room at the end of a row. A click on it opens nothing. */
  isSpacer?: boolean
  /** Hidden in a window below 1001 px. */
  wideOnly?: boolean
  /** Hidden where the table itself is narrower than this, in pixels, e.g. beside another card. */
  minTableWidth?: 340 | 480 | 760 | 1040
}

/** The column and direction by which a table is sorted. */
export interface TableSort {
  /** Id of a column. */
  by: string
  direction: 'ascending' | 'descending'
}
