/** Query of a list call in pages. */
export interface PageQuery {
  /** Cursor: id of the last row of the page before. */
  'page[after]'?: string | undefined
  /** Rows per page. */
  'page[size]': number
}

/**
 * One page of a list that is ordered by id, or with `cursorOf` by something else.
 * @param rows - read with the limit `page[size]` + 1: the surplus row shows that there is a next page
 * @param path - path of the call, for `links.next`
 * @param filter - the other parameters of the call, for `links.next`
 */
export const pageOf = <T extends { id: string }>(
  rows: readonly T[],
  { 'page[size]': size }: Pick<PageQuery, 'page[size]'>,
  path: string,
  filter: Record<string, string | undefined> = {},
  cursorOf: (row: T) => string = ({ id }) => id,
): { data: T[]; links: { next: string | null } } => {
  const data = rows.slice(0, size)
  const last = data.at(-1)
  if (!last || rows.length <= size) return { data, links: { next: null } }
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams([...given, ['page[after]', cursorOf(last)], ['page[size]', String(size)]])
  return { data, links: { next: `${path}?${query}` } }
}

/** A list call without paging: everything on one page. */
export const onlyPage = <T>(data: T[]): { data: T[]; links: { next: null } } => ({ data, links: { next: null } })
