import { sameOriginPath } from '@lamella/shared/session'

/** Path to open after log-in: same-origin and outside the auth pages, else `/` (D1-2.1-19). */
export const returnPath = (wanted: string | null): string => {
  const path = sameOriginPath(wanted)
  return path && !/^\/auth(?:[/?#]|$)/i.test(path) ? path : '/'
}
