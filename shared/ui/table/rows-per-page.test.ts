import { rowsPerPage } from './rows-per-page.ts'

test.each([
  ['D1-9-09', { portrait: 550, landscape: 700 }, 3, 1920, 1080, 9],
  ['D1-9-09', { portrait: 550, landscape: 700 }, 3, 800, 1080, 12],
  ['D1-9-09', { portrait: 550, landscape: 700 }, 3, 1000, 400, 3],
  ['D1-9-09', { portrait: 550, landscape: 700 }, 3, 1000, 1000, 7],
  ['D1-9-09', { portrait: 550, landscape: 700 }, 3, 1000, 1001, 10],
  ['D2-2-34', 500, 10, 1920, 1080, 13],
  ['D2-2-34', 500, 10, 1920, 600, 10],
  ['D3-9-23', 550, 10, 1920, 1080, 12],
  ['D3-9-23', 550, 10, 1920, 600, 10],
] as const)(
  '%s offset %j, at least %d rows: a window of %d × %d has %d',
  (_statement, offset, minimum, width, height, rows) => {
    expect(rowsPerPage({ offset, minimum }, { width, height })).toBe(rows)
  },
)
