import type { createAccount, EndpointParts } from '@lamella/shared/contract'
import type { AppContext } from '../../context.ts'
import type { Executor } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import { recordAudit } from '../audit/repository.ts'
import { hashPassword, normaliseEmail } from '../auth/passwords.ts'
import { AddressTaken, createOrganisation } from '../organisations/create-organisation.ts'
import { findOrganisationsNamed } from '../organisations/repository.ts'
import { isLimitReached, lockLimits } from '../subscriptions/limits-repository.ts'
import { onPremisePlans } from '../subscriptions/plans.ts'
import { countUsers, insertUser, type NewUser } from './repository.ts'

export type NewAccount = EndpointParts<typeof createAccount>['body']['data']

/**
 * For the operator: an account that may log in at once. The first admin of an unknown organisation makes it too.
 * @throws ApiError ERR_0409 when the address has an account, ERR_0404 for an unknown organisation without an admin,
 * ERR_5002 when the organisation is full
 */
export const createAccountAsOperator = async (
  { db, now: clock }: Pick<AppContext, 'db' | 'now'>,
  { email, organisation, role, firstName, lastName, password }: NewAccount,
  requestId?: string,
): Promise<void> => {
  const now = clock()
  const person = {
    email: normaliseEmail(email),
    firstName,
    lastName,
    passwordHash: await hashPassword(password),
    agreementTerms: true,
    agreementPrivacy: true,
  }
  const create = db.transaction(async (tx) => {
    const [existing, second] = await findOrganisationsNamed(tx, organisation)
    if (second) throw new ApiError('ERR_0409', `There are several organisations with the name ${organisation}.`)
    if (existing) {
      const user = { ...person, organisationId: existing.id, isAdmin: role === 'admin', isGuest: role === 'guest' }
      return addUser(tx, user, { now, requestId })
    }
    if (role !== 'admin')
      throw new ApiError('ERR_0404', `There is no organisation ${organisation}: make its admin first.`)
    await createOrganisation(tx, { name: organisation, admin: person, plans: onPremisePlans }, { now, requestId })
  })
  await create.catch((error: unknown) => {
    throw error instanceof AddressTaken ? new ApiError('ERR_0409', `${person.email} has an account already.`) : error
  })
}

const addUser = async (
  tx: Executor,
  user: NewUser,
  { now, requestId }: { now: Date; requestId: string | undefined },
): Promise<void> => {
  const { organisationId } = user
  const { userLimit } = await lockLimits(tx, organisationId, now)
  if (isLimitReached(userLimit, await countUsers(tx, organisationId))) throw new ApiError('ERR_5002')
  const objectId = await insertUser(tx, user)
  if (!objectId) throw new AddressTaken()
  const object = { objectType: 'user', objectId, detail: { by: 'operator' } }
  await recordAudit(tx, { at: now, organisationId, userId: null, action: 'user.created', ...object, requestId })
}
