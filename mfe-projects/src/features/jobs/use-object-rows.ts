import type { ResultObject } from '@lamella/shared/contract'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { objectPageQuery } from './objects-api.ts'

const size = 100

export interface ObjectRows {
  /** Undefined while it is loaded. @param index - from 0 */
  at: (index: number) => ResultObject | undefined
  /** Says which rows are looked at. @param to - not included */
  onRange: (from: number, to: number) => void
}

/** The objects of a result in the order of their numbers, loaded where they are looked at. */
export const useObjectRows = (resultId: string | undefined): ObjectRows => {
  const [[first, last], setPages] = useState<readonly [number, number]>([0, 0])
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, i) => ({
      ...objectPageQuery(resultId ?? '', { offset: (first + i) * size, size, sort: 'no' }),
      placeholderData: undefined,
      enabled: resultId !== undefined,
    })),
  })
  return {
    at: (index) => pages[Math.floor(index / size) - first]?.data?.objects[index % size],
    onRange: (from, to) => {
      const next = [Math.floor(from / size), Math.floor(Math.max(from, to - 1) / size)] as const
      setPages((before) => (String(before) === String(next) ? before : next))
    },
  }
}
