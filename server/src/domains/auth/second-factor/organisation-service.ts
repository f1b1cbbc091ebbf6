import type { AppContext } from '../../../platform/context.ts'
import { normaliseEmail } from '../../../platform/crypto/passwords.ts'
import type { Database } from '../../../platform/db/database.ts'
import { announceAccessChange } from '../../../platform/events/access-changes.ts'
import { fullNameOf } from '../../../platform/full-name.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { emailTemplates } from '../../../platform/mail/email-templates.ts'
import { enqueueEmail } from '../../../platform/mail/mailer.ts'
import { type Actor, byActor, recordAudit } from '../../audit/index.ts'
import { findUser, findUserByEmail } from '../../users/index.ts'
import { deleteSecondFactor, hasSecondFactor, setSecondFactorRequired } from './repository.ts'

const firstYourself = 'Turn on two-step verification for your own account first.'

/** Makes the second factor compulsory or optional. @throws ApiError ERR_0409 when an admin without a second factor requires one */
export const setRequired = async (context: AppContext, actor: Actor, required: boolean): Promise<void> => {
  const { organisationId, userId } = actor.principal
  await context.db.transaction(async (tx) => {
    if (required && !(await hasSecondFactor(tx, userId))) throw new ApiError('ERR_0409', firstYourself)
    await setSecondFactorRequired(tx, organisationId, required)
    await recordAudit(tx, {
      ...byActor(actor, context.now()),
      action: required ? 'second-factor.required' : 'second-factor.optional',
      objectType: 'organisation',
      objectId: organisationId,
    })
  })
  await context.access.invalidateOrganisation(organisationId)
}

/**
 * Turns off the second factor of a member who has lost app and codes. @throws ApiError ERR_0404 for other organisations, and without a
 * factor
 */
export const resetOfMember = async (context: AppContext, actor: Actor, userId: string): Promise<void> => {
  await context.db.transaction(async (tx) => {
    const member = await findUser(tx, userId)
    if (member?.organisationId !== actor.principal.organisationId) throw new ApiError('ERR_0404')
    if (!(await deleteSecondFactor(tx, userId))) throw new ApiError('ERR_0404')
    await enqueueEmail(context, tx, member.email, emailTemplates.secondFactorReset())
    await recordAudit(tx, {
      ...byActor(actor, context.now()),
      action: 'second-factor.reset',
      objectType: 'user',
      objectId: userId,
      detail: { name: fullNameOf(member) },
    })
  })
  await context.access.invalidateUser(userId)
}

/** The same by the operator of the installation. @param address - email address @throws Error in words */
export const resetByOperator = async (db: Database, address: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, normaliseEmail(address))
    if (!user) throw new Error(`There is no account ${address}.`)
    if (!(await deleteSecondFactor(tx, user.id))) throw new Error(`${address} has no two-step verification.`)
    await recordAudit(tx, {
      at: now,
      organisationId: user.organisationId,
      userId: null,
      action: 'second-factor.reset',
      objectType: 'user',
      objectId: user.id,
      detail: { name: fullNameOf(user), by: 'operator' },
    })
    await announceAccessChange(tx, { kind: 'user', id: user.id })
  })
