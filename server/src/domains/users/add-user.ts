import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { AddressTaken } from '../organisations/create-organisation.ts'
import { isLimitReached, lockLimits } from '../subscriptions/limits-repository.ts'
import { countActiveUsers, insertUser, type NewUser } from './repository.ts'

/**
 * Of many at once only as many pass as the user limit has room for.
 * @returns the id @throws ApiError ERR_5002, AddressTaken
 */
export const addUser = async (tx: Executor, user: NewUser, now: Date): Promise<string> => {
  const { userLimit } = await lockLimits(tx, user.organisationId, now)
  if (isLimitReached(userLimit, await countActiveUsers(tx, user.organisationId))) throw new ApiError('ERR_5002')
  const id = await insertUser(tx, user)
  if (!id) throw new AddressTaken(`${user.email} has an account already`)
  return id
}
