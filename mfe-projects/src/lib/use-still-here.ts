import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * For what is shown or opened when an answer comes: a function that notes the present page, and returns one that says whether the user
 * is still there. Who has left meanwhile is not taken away from where they are.
 */
export const useStillHere = (): (() => () => boolean) => {
  const { pathname } = useLocation()
  /** Null: no page. */
  const present = useRef<string | null>(null)
  useEffect(() => {
    present.current = pathname
    return () => {
      present.current = null
    }
  }, [pathname])
  return () => {
    const noted = present.current
    return () => noted !== null && present.current === noted
  }
}
