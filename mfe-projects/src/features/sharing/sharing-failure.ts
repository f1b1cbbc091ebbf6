import { ApiFailure } from '@lamella/shared/api'

const isConflict = (error: unknown): boolean => error instanceof ApiFailure && error.status === 409

/** D2-8-12, D2-8-14 */
export const addFailure = (error: unknown): string =>
  isConflict(error) ? 'ERROR(User is already contributor)' : 'ERROR'

/** D2-8-13, D2-8-14 */
export const changeFailure = (error: unknown): string =>
  isConflict(error) ? 'ERROR(User is not a contributor)' : 'ERROR'

/** Somebody else has changed meanwhile what was to be changed: it was left as it is. */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiFailure && error.status === 412

/** The reason in words, for the user; without an answer it is not known what was done. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof ApiFailure && error.status === null) {
    return 'The server did not answer. Look at the list before you try again.'
  }
  return error instanceof Error ? error.message : ''
}
