import { infiniteQueryOptions, type QueryFilters, type QueryKey, queryOptions } from '@tanstack/react-query'

/*
 * Each front end has its own copy of the queries, and all use one cache. So each key ends with a hash of what the copy was made of: front ends
 * of different releases never take each other's answers, which may have another shape, while a beginning of the key names those of all (ADR 65).
 */

const mark = 'sources '
const own = `${mark}${__QUERY_SOURCES__}`

/** Keys of front ends that were built before these have no mark. */
const unmarked = (key: QueryKey): QueryKey => {
  const last = key.at(-1)
  return typeof last === 'string' && last.startsWith(mark) ? key.slice(0, -1) : key
}

interface Keyed {
  queryKey: QueryKey
}

const marked = <O extends Keyed>(options: O) => ({
  ...options,
  queryKey: [...options.queryKey, own],
})

/**
 * `queryOptions` for the queries of this folder. A build leaves out what its front end does not use of them, where a constant spells its key without
 * `...`, which webpack takes for an effect.
 */
export const defineQuery = /* @__NO_SIDE_EFFECTS__ */ ((options: Keyed) =>
  queryOptions(marked(options))) as typeof queryOptions

/** The same for what is read page by page. */
export const defineInfiniteQuery = /* @__NO_SIDE_EFFECTS__ */ ((options) =>
  infiniteQueryOptions(marked(options))) as typeof infiniteQueryOptions

/** Filter for the answers of one query in all front ends of the page, of whatever release. @param queryKey - of any of them */
export const inAllBuilds = (queryKey: QueryKey): Required<Pick<QueryFilters, 'queryKey' | 'predicate'>> => {
  const key = unmarked(queryKey)
  return { queryKey: key, predicate: (other) => unmarked(other.queryKey).length === key.length }
}
