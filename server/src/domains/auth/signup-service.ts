import type { HandlerInput, signupConfirm } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { refuseCommonPassword } from '../../platform/crypto/common-passwords.ts'
import { hashPassword, normaliseEmail } from '../../platform/crypto/passwords.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ClientInfo } from '../../platform/http/client-info.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { hoursAfter, linkHours, links } from '../../platform/mail/links.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import { omitUndefined } from '../../platform/omit-undefined.ts'
import { sanitiseName } from '../../platform/sanitise-name.ts'
import { recordAudit } from '../audit/index.ts'
import { createOrganisation } from '../organisations/index.ts'
import { freePlans } from '../quotas/index.ts'
import { AddressTaken, findUserByEmail } from '../users/index.ts'
import { consumeLinkToken, createLinkToken, peekLinkToken } from './link-repository.ts'

const refuseIfDisabled = ({ config }: AppContext): void => {
  if (config.signupDisabled) throw new ApiError('ERR_1004')
}

/**
 * Mails a link to finish the sign-up; an address with an account gets one to set a new password instead.
 * @throws ApiError ERR_1004 where sign-up is disabled, ERR_0429
 */
export const requestSignup = async (context: AppContext, address: string, client: ClientInfo): Promise<void> => {
  refuseIfDisabled(context)
  const { db, config } = context
  const now = context.now()
  const email = normaliseEmail(address)
  await consumeRateLimit(db, limits.signupByAddress, client.network, now)
  await consumeRateLimit(db, limits.signupByAccount, email, now)

  // Both branches do the same work, so that the time of the answer does not differ.
  await db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    const [purpose, hours] = user
      ? (['password-reset', linkHours.passwordReset] as const)
      : (['signup', linkHours.signup] as const)
    const token = await createLinkToken(tx, { purpose, email, expires: hoursAfter(now, hours) })
    const mail = user
      ? emailTemplates.accountExists(links.passwordConfirm(config, email, token))
      : emailTemplates.confirmSignup(links.signupConfirm(config, token))
    await enqueueEmail(context, tx, email, mail)
    await recordAudit(tx, {
      at: now,
      organisationId: user?.organisationId ?? null,
      userId: user?.id ?? null,
      action: 'signup.requested',
      requestId: client.requestId,
    })
  })
}

type Confirmation = HandlerInput<typeof signupConfirm>['body']['data']

/**
 * Creates the organisation, its admin and both free plans, or nothing (D1-1-07, D1-1-08).
 * @throws ApiError ERR_1003 for a link that is unknown, used or expired, and when the address got an account meanwhile;
 * ERR_1004 where sign-up is disabled, ERR_1020
 */
export const confirmSignup = async (context: AppContext, form: Confirmation, client: ClientInfo): Promise<void> => {
  refuseIfDisabled(context)
  const now = context.now()
  const address = await peekLinkToken(context.db, form.token, 'signup', now)
  if (!address) throw new ApiError('ERR_1003')
  await refuseCommonPassword(form.password, [address, form.firstName, form.lastName, form.organizationName])
  const passwordHash = await hashPassword(form.password)

  const create = context.db.transaction(async (tx) => {
    const email = await consumeLinkToken(tx, form.token, 'signup', now)
    if (!email) throw new ApiError('ERR_1003')
    const admin = {
      email,
      passwordHash,
      firstName: sanitiseName(form.firstName),
      lastName: sanitiseName(form.lastName),
      agreementTerms: form.agreementTerms,
      agreementPrivacy: form.agreementPrivacy,
      phoneNumber: form.phoneNumber,
      additionalInformation: omitUndefined(form.additionalInformation ?? {}),
    }
    const organisation = { name: sanitiseName(form.organizationName), sector: form.sector, admin, plans: freePlans }
    await createOrganisation(tx, organisation, { now, requestId: client.requestId })
  })
  await create.catch((error: unknown) => {
    throw error instanceof AddressTaken ? new ApiError('ERR_1003') : error
  })
}
