import { sameOriginPath } from '@lamella/shared/session'

/** Where to go after log-in: a path of this site outside the auth area, `/` for everything else. */
export const returnPath = (wanted: string | null): string => {
  const path = sameOriginPath(wanted)
  return path && !/^\/auth(?:[/?#]|$)/i.test(path) ? path : '/'
}
