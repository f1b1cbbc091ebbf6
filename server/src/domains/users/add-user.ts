import type { Queue } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { claimQuota } from '../quotas/index.ts'
import { insertUser, type NewUser } from './repository.ts'

/**
 * Inserts an active user within the user limit, also with concurrent calls.
 * @returns the id
 * @throws ApiError ERR_5002 when the limit is reached; AddressTaken. The caller must roll back
 */
export const addUser = async (tx: Executor, user: NewUser, now: Date, queue?: Queue): Promise<string> => {
  await claimQuota(tx, user.organisationId, { users: 1 }, now, queue)
  const id = await insertUser(tx, user)
  if (!id) throw new AddressTaken(`${user.email} has an account already`)
  return id
}

/** The email address has an account already. */
export class AddressTaken extends Error {}
