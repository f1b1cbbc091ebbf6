import type { AppContext } from '../../platform/context.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { recordAudit } from '../audit/index.ts'
import { acceptAgreement } from '../users/index.ts'

const actions = { agreementTerms: 'terms.accepted', agreementPrivacy: 'privacy.accepted' } as const

/** Records that the user has accepted an agreement (D1-7-15, D1-7-16). */
export const confirmAgreement = async (
  context: AppContext,
  { userId, organisationId }: Principal,
  agreement: keyof typeof actions,
  requestId: string,
): Promise<void> => {
  await context.db.transaction(async (tx) => {
    await acceptAgreement(tx, userId, agreement)
    const object = { objectType: 'user', objectId: userId }
    await recordAudit(tx, {
      at: context.now(),
      organisationId,
      userId,
      action: actions[agreement],
      ...object,
      requestId,
    })
  })
  context.access.invalidateUser(userId)
}
