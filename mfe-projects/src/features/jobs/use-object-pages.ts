import { objectPageQuery } from '@lamella/shared/queries'
import type { TableSort } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

interface Place {
  sort: TableSort
  offset: number
  /** Number of an object whose page is wanted, instead of `offset`. */
  around?: number
}

const start: Place = { sort: { by: 'no', direction: 'ascending' }, offset: 0 }

/**
 * Objects of a result for a table, paged and sorted by the server.
 * @param resultId - undefined while there is no result
 * @param size - rows per page
 * @param cuts - of a correction, by whose classes the objects are sorted; undefined: the stored classes
 */
export const useObjectPages = (resultId: string | undefined, size: number, cuts?: readonly number[]) => {
  const [{ sort, offset, around }, setPlace] = useState(start)
  const order = sort.direction === 'descending' ? `-${sort.by}` : sort.by
  const query = useQuery({
    ...objectPageQuery(resultId ?? '', {
      offset,
      size,
      sort: order,
      around,
      cuts: sort.by === 'class' ? cuts : undefined,
    }),
    enabled: resultId !== undefined,
  })
  const turnTo = useCallback((no: number) => setPlace((place) => ({ ...place, around: no })), [])
  return {
    query,
    /** Turns to the page that has the object with this number. */
    turnTo,
    served: {
      total: query.data?.total ?? 0,
      page: Math.floor((query.data?.offset ?? 0) / size) + 1,
      sort,
      onPage: (page: number) => setPlace({ sort, offset: (page - 1) * size }),
      onSort: (next: TableSort) => setPlace({ sort: next, offset: 0 }),
    },
  }
}
