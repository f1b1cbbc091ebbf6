import type { AppContext } from '../../platform/context.ts'
import type { Database } from '../../platform/db/database.ts'
import { announceAccessChange } from '../../platform/events/access-changes.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { recordAudit } from '../audit/index.ts'
import { listOrganisationIds } from '../organisations/index.ts'
import { acceptAgreement, withdrawAgreements } from '../users/index.ts'

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
  await context.access.invalidateUser(userId)
}

/** Versions as the operator names them, for the audit log; absent: this one has not changed. */
export interface NewAgreements {
  terms?: string
  privacy?: string
}

/**
 * New terms, a new privacy policy, or both were published: every user has to agree again, also in a session that runs.
 * @returns the number of users
 */
export const renewAgreements = async (db: Database, { terms, privacy }: NewAgreements, at: Date): Promise<number> => {
  const renewed = [
    { agreement: 'agreementTerms', action: 'terms.renewed', version: terms },
    { agreement: 'agreementPrivacy', action: 'privacy.renewed', version: privacy },
  ] as const
  const published = renewed.filter(({ version }) => version !== undefined)
  if (published.length === 0) return 0
  return db.transaction(async (tx) => {
    const count = await withdrawAgreements(
      tx,
      published.map(({ agreement }) => agreement),
    )
    for (const objectId of await listOrganisationIds(tx)) {
      for (const { action, version } of published) {
        const object = { objectType: 'organisation', objectId, detail: { version, by: 'operator' } }
        await recordAudit(tx, { at, organisationId: objectId, userId: null, action, ...object })
      }
    }
    await announceAccessChange(tx, { kind: 'everybody' })
    return count
  })
}
