import type { ListOutline } from '@lamella/shared/contract'
import { memberSorts } from '@lamella/shared/contract'
import {
  filterOf,
  type LongList,
  membersChanged,
  orderOf,
  type Person,
  peopleOutlineQuery,
  peoplePageQuery,
  peopleStartQuery,
  useLongList,
} from '@lamella/shared/queries'
import { queryError, type TableSort, useRowsPerPage } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

const byName: TableSort = { by: 'name', direction: 'ascending' }

/** The users of the organisation, which may be thousands, and the filter of their table. */
export interface People {
  list: LongList<Person, ListOutline & { active?: number }>
  /** Those who can log in; undefined: it is being read, or the user is no admin. */
  active: number | undefined
  filter: string
  setFilter: (filter: string) => void
  pageSize: number
  startSort: TableSort
  error: ReturnType<typeof queryError>
}

/** @param isAdmin - adds what they use, and whether they are active */
export const usePeople = (isAdmin: boolean): People => {
  const [filter, setFilter] = useState('')
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const start = useQuery(peopleStartQuery(isAdmin))
  const list = useLongList(
    start,
    {
      startSort: byName,
      question: (sort, text) => {
        const { 'filter[text]': wanted } = filterOf(text)
        const order = orderOf(memberSorts, sort)
        return { ...(order && { sort: order }), ...(wanted && { 'filter[text]': wanted }) }
      },
      outline: (question) => peopleOutlineQuery(isAdmin, question),
      page: (question, after) => peoplePageQuery(isAdmin, question, after),
      changed: membersChanged,
    },
    { filter, pageSize },
  )
  const ofWhole = start.data?.isWhole ? start.data.rows.filter(({ active }) => active).length : undefined
  return {
    list,
    active: isAdmin ? (list.outline?.active ?? ofWhole) : undefined,
    filter,
    setFilter,
    pageSize,
    startSort: byName,
    error: queryError('The users could not be retrieved', start, ...list.parts),
  }
}
