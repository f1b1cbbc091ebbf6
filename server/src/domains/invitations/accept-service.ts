import type { acceptInvitation, ContributorRole, HandlerInput } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { refuseCommonPassword } from '../../platform/crypto/common-passwords.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import type { Executor } from '../../platform/db/database.ts'
import { contributors } from '../../platform/db/schema/index.ts'
import { announceAccessChange } from '../../platform/events/access-changes.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ClientInfo } from '../../platform/http/client-info.ts'
import { omitUndefined } from '../../platform/omit-undefined.ts'
import { sanitiseName } from '../../platform/sanitise-name.ts'
import { recordAudit } from '../audit/index.ts'
import { hasActivePlan } from '../quotas/index.ts'
import { AddressTaken, addUser } from '../users/index.ts'
import { consumeInvitation, peekInvitation } from './repository.ts'

/** Address and organisation of an invitation. @throws ApiError ERR_1003 for a link that is unknown, used, revoked or expired */
export const openInvitation = async ({ db, now }: AppContext, id: string, token: string) => {
  const invitation = await peekInvitation(db, id, token, now())
  if (!invitation) throw new ApiError('ERR_1003')
  return invitation
}

/** Makes the new user a contributor of the projects that the invitation shares. */
const joinProjects = async (
  { events }: AppContext,
  tx: Executor,
  audit: { at: Date; organisationId: string; userId: string; requestId: string },
  shares: readonly { projectId: string; role: ContributorRole; name: string }[],
): Promise<void> => {
  const { at: added, userId } = audit
  for (const { projectId, role, name } of shares) {
    await tx.insert(contributors).values({ projectId, userId, role, added })
    const joined = { objectType: 'project', objectId: projectId, projectId, detail: { name, role } }
    await recordAudit(tx, { ...audit, action: 'contributor.joined', ...joined })
    await announceAccessChange(tx, { kind: 'project', id: projectId })
    await events.publish({ type: 'contributor', id: userId, project: projectId }, tx)
  }
}

type Acceptance = HandlerInput<typeof acceptInvitation>['body']['data']

/**
 * Creates the account of an invited person (D1-3-09), with the projects that were shared, or nothing: if the organisation is full, the link stays usable.
 * @throws ApiError ERR_1003, also when the address got an account meanwhile; ERR_1005, ERR_1020, ERR_5002
 */
export const joinByInvitation = async (
  context: AppContext,
  id: string,
  form: Acceptance,
  { requestId }: ClientInfo,
): Promise<void> => {
  const now = context.now()
  const { email: address, organizationName } = await openInvitation(context, id, form.token)
  await refuseCommonPassword(form.password, [address, form.firstName, form.lastName, organizationName])
  const passwordHash = await hashPassword(form.password)

  const create = context.db.transaction(async (tx) => {
    const invitation = await consumeInvitation(tx, id, form.token, now)
    if (!invitation) throw new ApiError('ERR_1003')
    const { organisationId, email, role, shares } = invitation
    if (!(await hasActivePlan(tx, organisationId, 'portal', now))) throw new ApiError('ERR_1005')
    const user = {
      organisationId,
      email,
      passwordHash,
      firstName: sanitiseName(form.firstName),
      lastName: sanitiseName(form.lastName),
      isGuest: role === 'GUEST',
      agreementTerms: form.agreementTerms,
      agreementPrivacy: form.agreementPrivacy,
      additionalInformation: omitUndefined(form.additionalInformation ?? {}),
    }
    const userId = await addUser(tx, user, now, context.queue)
    const audit = { at: now, organisationId, userId, requestId }
    const invited = { objectType: 'invitation', objectId: id, detail: { name: email, role } }
    await recordAudit(tx, { ...audit, action: 'invitation.accepted', ...invited })
    const created = { objectType: 'user', objectId: userId, detail: { name: fullNameOf(user) } }
    await recordAudit(tx, { ...audit, action: 'user.created', ...created })
    await joinProjects(context, tx, audit, shares)
  })
  await create.catch((error: unknown) => {
    throw error instanceof AddressTaken ? new ApiError('ERR_1003') : error
  })
}
