import type { User } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import { findUsersByText, toUser } from './repository.ts'

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Whom typed texts stand for.
 * @param texts - names or email addresses, without blanks at the ends
 * @returns in the order of the texts: the only user of the organisation with this name or address; null: nobody, or several
 */
export const recogniseUsers = async (
  db: Executor,
  organisationId: string,
  texts: readonly string[],
): Promise<(User | null)[]> => {
  const wanted = texts.map((text) => text.toLowerCase())
  const known = (await findUsersByText(db, organisationId, wanted)).map(toUser)
  return texts.map((text) => {
    const [only = null, another] = known.filter(
      ({ email, fullName }) => sameText(email, text) || sameText(fullName, text),
    )
    return another ? null : only
  })
}
