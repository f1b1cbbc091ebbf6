/* What queries of lists share, apart from the hook that asks them: pages without a table load only this. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The first 250 rows of a list; all of them where one answer has them. */
export interface ListStart<Row> {
  rows: Row[]
  /** There are no others. */
  isWhole: boolean
}

/** A page of a list as the server answers it, as its start. */
export const startOf = <Row>({ data, links }: { data: Row[]; links: { next: string | null } }): ListStart<Row> => ({
  rows: data,
  isWhole: links.next === null,
})

/** Invalidates extents and pages of a list that were read before a moment. @param listKey - to which `outline` or `page` is added */
export const partsOutdated = (queries: QueryClient, listKey: QueryKey, before: number): Promise<unknown> =>
  Promise.all(
    ['outline', 'page'].map((part) =>
      queries.invalidateQueries({
        queryKey: [...listKey, part],
        predicate: ({ state }) => state.dataUpdatedAt < before,
      }),
    ),
  )
