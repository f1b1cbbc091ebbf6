export interface PageQuery {
  'page[after]'?: string | undefined
  'page[size]': number
}

/**
 * One page of a list that is ordered by id.
 * @param rows - read with one more than `page[size]`: the surplus row says that there is a next page
 * @param path - path of the call, for `links.next`
 * @param filter - the other parameters of the call, for `links.next`
 */
export const pageOf = <T extends { id: string }>(
  rows: readonly T[],
  { 'page[size]': size }: Pick<PageQuery, 'page[size]'>,
  path: string,
  filter: Record<string, string | undefined> = {},
): { data: T[]; links: { next: string | null } } => {
  const data = rows.slice(0, size)
  const last = data.at(-1)
  if (!last || rows.length <= size) return { data, links: { next: null } }
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams([...given, ['page[after]', last.id], ['page[size]', String(size)]])
  return { data, links: { next: `${path}?${query}` } }
}

/** A list that is never long enough for pages. */
export const onlyPage = <T>(data: T[]): { data: T[]; links: { next: null } } => ({ data, links: { next: null } })
