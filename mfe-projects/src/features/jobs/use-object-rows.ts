import type { ResultObject } from '@lamella/shared/contract'
import { objectPageQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Rows per request: more than are ever visible at once, so that they lie in at most two pages. */
const size = 250

/** Access to the rows of a virtual table. */
export interface ObjectRows {
  /**
   * The object of a row; undefined while it is loading.
   * @param index - from 0
   */
  at: (index: number) => ResultObject | undefined
  /**
   * Reports the visible rows.
   * @param to - exclusive
   */
  onRange: (from: number, to: number) => void
}

/**
 * Objects of a result in the order of their numbers, loaded on demand for a virtual table.
 * @param resultId - undefined while there is no result
 */
export const useObjectRows = (resultId: string | undefined): ObjectRows => {
  const [first, setFirst] = useState(0)
  const pageQuery = (page: number) => ({
    ...objectPageQuery(resultId ?? '', { offset: page * size, size, sort: 'no' }),
    // Keeping the previous page would show wrong rows.
    placeholderData: undefined,
  })
  const [isSplit, setSplit] = useState(false)
  const upper = useQuery({ ...pageQuery(first), enabled: resultId !== undefined })
  const lower = useQuery({ ...pageQuery(first + 1), enabled: resultId !== undefined && isSplit })
  return {
    at: (index) => {
      const page = Math.floor(index / size) - first
      return (page === 0 ? upper : page === 1 ? lower : null)?.data?.objects[index % size]
    },
    onRange: (from, to) => {
      setFirst(Math.floor(from / size))
      setSplit(Math.floor((to - 1) / size) > Math.floor(from / size))
    },
  }
}
