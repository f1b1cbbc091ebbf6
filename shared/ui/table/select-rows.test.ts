import fc from 'fast-check'
import type { DataTableColumn } from './columns.ts'
import { filterRows, pageOf, sortRows } from './select-rows.ts'

type Row = { name: string; images: number | null }
const columns: DataTableColumn<Row>[] = [
  { id: 'name', title: 'Name', value: (row) => row.name },
  { id: 'images', title: 'Images', value: (row) => row.images },
]
const rows: Row[] = [
  { name: 'plate 10', images: 5 },
  { name: 'Plate 9', images: 38 },
  { name: 'wound', images: null },
  { name: 'Ångström', images: 14 },
]
const names = (selected: Row[]) => selected.map(({ name }) => name)

test.each([
  ['', 4],
  ['   ', 4],
  ['PLATE', 2],
  [' wound ', 1],
  ['38', 1],
  ['null', 0],
])('D1-5-20 the filter "%s" matches any field, case-insensitively: %d rows', (filter, count) => {
  expect(filterRows(rows, columns, filter)).toHaveLength(count)
})

test('texts are sorted without regard to case, and numbers in them by size', () => {
  expect(names(sortRows(rows, columns, { by: 'name', direction: 'ascending' }))).toEqual([
    'Ångström',
    'Plate 9',
    'plate 10',
    'wound',
  ])
})

test.each([
  ['ascending', ['plate 10', 'Ångström', 'Plate 9', 'wound']],
  ['descending', ['Plate 9', 'Ångström', 'plate 10', 'wound']],
] as const)('numbers are sorted by size %s, and missing values come last', (direction, expected) => {
  expect(names(sortRows(rows, columns, { by: 'images', direction }))).toEqual(expected)
})

test('pages hold every row once, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 80 }), fc.integer({ min: 1, max: 20 }), (all, size) => {
      const { pages } = pageOf(all, 1, size)
      const together = Array.from({ length: pages }, (_, index) => pageOf(all, index + 1, size).rows).flat()
      expect(together).toEqual(all)
    }),
  )
})

test.each([
  [0, 1],
  [3, 2],
  [99, 2],
])('page %d of two is page %d', (page, shown) => {
  expect(pageOf([1, 2, 3], page, 2).page).toBe(shown)
})
