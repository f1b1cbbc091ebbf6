interface PageQuery {
  'page[after]'?: string | undefined
  'page[size]': number
}

/**
 * The answers of a server to the calls of a list in pages; cursors are numbers of rows.
 * @param rows - those that meet the question, in its order
 */
export const pageOfList = <Row>(rows: readonly Row[], query: PageQuery) => {
  const from = Number(query['page[after]'] ?? 0)
  const next = from + query['page[size]']
  return {
    data: rows.slice(from, next),
    links: { next: next < rows.length ? `/next?page%5Bafter%5D=${next}` : null },
  }
}

/** @param all - number of rows whatever the question */
export const outlineOfList = (rows: readonly unknown[], all: number, { 'page[size]': size }: PageQuery) => ({
  total: rows.length,
  starts: Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => (at === 0 ? null : String(at * size))),
  all,
})
