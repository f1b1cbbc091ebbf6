export interface PageQuery {
  'page[after]'?: string | undefined
  'page[size]': number
}

/**
 * One page of a list that is ordered by id.
 * @param rows - read with one more than `page[size]`: the surplus row says that there is a next page
 * @param path - path of the call, for `links.next`
 */
export const pageOf = <T extends { id: string }>(
  rows: readonly T[],
  { 'page[size]': size }: Pick<PageQuery, 'page[size]'>,
  path: string,
): { data: T[]; links: { next: string | null } } => {
  const data = rows.slice(0, size)
  const last = data.at(-1)
  const more = last && rows.length > size
  const next = more ? `${path}?${new URLSearchParams({ 'page[after]': last.id, 'page[size]': String(size) })}` : null
  return { data, links: { next } }
}

/** A list that is never long enough for pages. */
export const onlyPage = <T>(data: T[]): { data: T[]; links: { next: null } } => ({ data, links: { next: null } })
