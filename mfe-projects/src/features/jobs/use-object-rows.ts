import type { ResultObject } from '@lamella/shared/contract'
import { objectPageQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** More rows than are ever looked at at once: they lie in two pages at most. */
const size = 250

export interface ObjectRows {
  /** Undefined while it is loaded. @param index - from 0 */
  at: (index: number) => ResultObject | undefined
  /** Says which rows are looked at. @param to - not included */
  onRange: (from: number, to: number) => void
}

/** The objects of a result in the order of their numbers, loaded where they are looked at. */
export const useObjectRows = (resultId: string | undefined): ObjectRows => {
  const [first, setFirst] = useState(0)
  const pageQuery = (page: number) => ({
    ...objectPageQuery(resultId ?? '', { offset: page * size, size, sort: 'no' }),
    // Other rows in their place would be worse than none.
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
