import { name, newPassword } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { refuseCommonPassword } from '../../platform/crypto/common-passwords.ts'
import { hashPassword, normaliseEmail } from '../../platform/crypto/passwords.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { recordAudit } from '../audit/index.ts'
import { onPremisePlans } from '../quotas/index.ts'
import { AddressTaken, addUser } from '../users/index.ts'
import { createOrganisation } from './create-organisation.ts'
import { findOrganisationsNamed } from './repository.ts'

/** Options of `lamella admin create-user`. */
export const newAccount = z.object({
  email: z.email().check(z.maxLength(254)),
  organisation: name,
  role: z.enum(['admin', 'user', 'guest']),
  firstName: name,
  lastName: name,
  password: newPassword,
})
export type NewAccount = z.infer<typeof newAccount>

/**
 * Creates an account for the operator: without mail, and usable at once. For the first admin of an unknown organisation, the
 * organisation is created too, without limits.
 * @throws ApiError ERR_0409 when the address has an account or the name of the organisation is ambiguous, ERR_0404 for another
 *   role in an unknown organisation, ERR_5002 when the organisation is full, ERR_1020
 */
export const createAccount = async (
  { db, now: clock }: Pick<AppContext, 'db' | 'now'>,
  { email, organisation, role, firstName, lastName, password }: NewAccount,
): Promise<void> => {
  const now = clock()
  await refuseCommonPassword(password, [email, firstName, lastName, organisation])
  const person = {
    email: normaliseEmail(email),
    firstName,
    lastName,
    passwordHash: await hashPassword(password),
    // The operator of an installation is responsible for the agreements of their users.
    agreementTerms: true,
    agreementPrivacy: true,
  }
  const create = db.transaction(async (tx) => {
    const [existing, second] = await findOrganisationsNamed(tx, organisation)
    if (second) throw new ApiError('ERR_0409', `There are several organisations with the name ${organisation}.`)
    if (existing) {
      const user = { ...person, organisationId: existing.id, isAdmin: role === 'admin', isGuest: role === 'guest' }
      const objectId = await addUser(tx, user, now)
      const detail = { name: fullNameOf(person), by: 'operator' }
      const audit = { at: now, organisationId: existing.id, userId: null }
      return recordAudit(tx, { ...audit, action: 'user.created', objectType: 'user', objectId, detail })
    }
    const unknown = `There is no organisation ${organisation}: make its admin first.`
    if (role !== 'admin') throw new ApiError('ERR_0404', unknown)
    await createOrganisation(tx, { name: organisation, admin: person, plans: onPremisePlans }, { now })
  })
  await create.catch((error: unknown) => {
    throw error instanceof AddressTaken ? new ApiError('ERR_0409', `${person.email} has an account already.`) : error
  })
}
