import * as z from 'zod/mini'

const isTimeZone = (zone: string): boolean => {
  try {
    return /^[\w+-]+(\/[\w+-]+)*$/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Time zone of the IANA in which a text of a filter means times. */
export const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Not a time zone'))
