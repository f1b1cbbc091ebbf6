import type { Executor } from '../../platform/db/database.ts'
import { claimQuota } from '../quotas/index.ts'
import { insertUser, type NewUser } from './repository.ts'

/**
 * Of many at once only as many pass as the user limit has room for.
 */
export const addUser = async (tx: Executor, user: NewUser, now: Date): Promise<string> => {
  await claimQuota(tx, user.organisationId, { users: 1 }, now)
  const id = await insertUser(tx, user)
  if (!id) throw new AddressTaken(`${user.email} has an account already`)
  return id
}

/** The admin's address has an account already; roll back. */
export class AddressTaken extends Error {}
