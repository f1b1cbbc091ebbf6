import { useEffect, useState } from 'react'
import { serverMessageOf } from './form-error.tsx'
import { useErrorPage } from './use-error-page.ts'

let leftBehind = ''

/**
 * The address of a form that the error page may take away: who comes back finds it as it was. A password is not kept.
 * @param given - what the field begins with, such as an address from a link
 */
export const useEmail = (given = '') => {
  const [email, setEmail] = useState(leftBehind || given)
  const toErrorPage = useErrorPage()
  useEffect(() => {
    leftBehind = ''
  }, [])
  const leave = (): null => {
    leftBehind = email
    toErrorPage()
    return null
  }
  /** Words for a failure, or the error page when there are none (document 1 §8). */
  const tellOrLeave = (error: unknown, words: string | null = serverMessageOf(error)): string | null => words ?? leave()
  return { email, setEmail, tellOrLeave }
}
