import { relativeTime } from '@lamella/shared/ui'

const day = (date: Date): string => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
/** Hours and minutes. */
export const clockTime = (date: Date): string =>
  date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** "21 Nov, 15:20"; of another year with it. */
export const dayAndTime = (date: Date, now = new Date()): string => {
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${day(date)}${year}, ${clockTime(date)}`
}

/** "today, 15:20", "yesterday, 15:20", else the day. */
export const sinceWords = (date: Date, now = new Date()): string => {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return `today, ${clockTime(date)}`
  if (date.toDateString() === yesterday.toDateString()) return `yesterday, ${clockTime(date)}`
  return dayAndTime(date, now)
}

/** "9 days", for how long something has been so. */
export const forHowLong = (since: Date, now = new Date()): string => relativeTime(since, now).replace(/ ago$/, '')

/** Sentences that say who and why, e.g. "by Jonas Weber. Reason: new label set page." */
export const byAndWhy = (by: string, reason: string | null): string => {
  const why = reason === null ? '' : ` Reason: ${reason.replace(/\.$/, '')}.`
  return `by ${actorName(by)}.${why}`
}

/** Address at which a tab of an operator shows any version of an app (ADR 61). */
export const previewAddress = (app: string, version: string): string =>
  `/?preview=${encodeURIComponent(`${app}@${version}`)}`

/** Who did something, by the names that the server gives to those who are no people. */
export const actorName = (actor: string): string => {
  if (actor === 'operator' || actor === 'operator, offline') return 'Operator token'
  if (actor === 'automatic') return 'The server'
  return actor
}

/** Whether an actor is a person or a named token, and no part of the machinery. */
export const isNamed = (actor: string): boolean => actorName(actor) === actor && actor !== 'npm start'

const shownPaths = 2

/**
 * What the check of a build says of its files, as sentences.
 * @param damaged - paths of stored files that are missing or changed, and sentences about files at another origin
 */
export const damagedInWords = (damaged: readonly string[]): string[] => {
  const sentences = damaged.filter((one) => one.includes(' ') && one.endsWith('.'))
  const paths = damaged.filter((one) => !sentences.includes(one))
  if (paths.length === 0) return sentences
  const more = paths.length - shownPaths
  const named = more > 0 ? [...paths.slice(0, shownPaths), `${more} more`] : paths
  const subject = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(named)
  return [`${subject} ${paths.length === 1 ? 'is' : 'are'} missing or changed.`, ...sentences]
}
