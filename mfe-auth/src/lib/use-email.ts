import { useEffect, useState } from 'react'
import { serverMessageOf } from './form-error.tsx'
import { useErrorPage } from './use-error-page.ts'

// Survives the visit to the error page.
let leftBehind = ''

/**
 * Email address of a form. It is restored after a visit to the error page; the password is not.
 * @param given - initial value, such as an address from a link
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
  /** The message of a failure; null after redirecting to the error page when there is none (D1-8-04). */
  const messageOrErrorPage = (error: unknown, words: string | null = serverMessageOf(error)): string | null =>
    words ?? leave()
  return { email, setEmail, messageOrErrorPage }
}
