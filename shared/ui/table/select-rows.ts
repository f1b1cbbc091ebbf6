import type { DataTableColumn, TableSort } from './columns.ts'

/** Rows with the text in any field, case-insensitively (D1-5-20); all rows when it is blank. */
export function filterRows<Row>(rows: readonly Row[], columns: readonly DataTableColumn<Row>[], filter: string): Row[] {
  const wanted = filter.trim().toLocaleLowerCase()
  if (!wanted) return [...rows]
  const texts = columns.flatMap(({ filterText, value }) => filterText ?? value ?? [])
  return rows.filter((row) =>
    texts.some((text) =>
      String(text(row) ?? '')
        .toLocaleLowerCase()
        .includes(wanted),
    ),
  )
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Sorts by one column: numbers by size, texts by English collation with numbers in them by size, missing values last in
 * either direction.
 */
export function sortRows<Row>(rows: readonly Row[], columns: readonly DataTableColumn<Row>[], sort?: TableSort): Row[] {
  const value = columns.find(({ id }) => id === sort?.by)?.value
  if (!sort || !value) return [...rows]
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((first, second) => {
    const [a, b] = [value(first), value(second)]
    if (a == null || b == null) return Number(a == null) - Number(b == null)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  })
}

/** One page of the rows, counted from 1; beyond the end it is the last page. */
export function pageOf<Row>(rows: readonly Row[], page: number, pageSize: number) {
  const pages = Math.max(Math.ceil(rows.length / pageSize), 1)
  const shown = Math.min(Math.max(page, 1), pages)
  return { page: shown, pages, rows: rows.slice((shown - 1) * pageSize, shown * pageSize) }
}
