import { type UpgradePlan, upgradePlans } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import { readProduct } from '../../platform/product.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { findOrganisation } from '../organisations/index.ts'
import { findUser } from '../users/index.ts'

/** Mails an upgrade request to the support address of this installation. @throws ApiError ERR_0429 */
export const requestUpgrade = async (
  context: AppContext,
  actor: Actor,
  { plan, message = '' }: { plan: UpgradePlan; message?: string | undefined },
): Promise<void> => {
  const { organisationId, userId } = actor.principal
  const now = context.now()
  await consumeRateLimit(context.db, limits.upgradeByOrganisation, organisationId, now)
  const { supportEmail } = await readProduct(context.config.dataDir)
  const planName = upgradePlans.find(({ name }) => name === plan)?.displayName ?? plan
  await context.db.transaction(async (tx) => {
    const organisation = await findOrganisation(tx, organisationId)
    const user = await findUser(tx, userId)
    if (!organisation || !user) throw new ApiError('ERR_0404')
    const mail = emailTemplates.upgradeRequest({
      plan: `${planName} (${plan})`,
      organisation: `${organisation.name} (${organisation.id})`,
      sender: `${fullNameOf(user)} <${user.email}>`,
      message,
    })
    await enqueueEmail(context, tx, supportEmail, mail)
    const object = { objectType: 'organisation', objectId: organisationId, detail: { plan } }
    await recordAudit(tx, { ...byActor(actor, now), action: 'upgrade.requested', ...object })
  })
}
