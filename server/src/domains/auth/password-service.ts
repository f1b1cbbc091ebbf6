import type { AppContext } from '../../platform/context.ts'
import { refuseCommonPassword } from '../../platform/crypto/common-passwords.ts'
import { hashPassword, normaliseEmail, verifyPassword } from '../../platform/crypto/passwords.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ClientInfo } from '../../platform/http/client-info.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { hoursAfter, linkHours, links } from '../../platform/mail/links.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { revokeSessionsOfUser } from '../sessions/index.ts'
import { findUser, findUserByEmail, setPassword } from '../users/index.ts'
import { forgetDevices, rememberDevice } from './device-repository.ts'
import { type Counter, countAttempt, delays, forgetFailures } from './failure-delays.ts'
import { consumeLinksOf, consumeLinkToken, createLinkToken, peekLinkToken } from './link-repository.ts'
import { deleteTicketsOf } from './second-step-ticket-repository.ts'

/**
 * Mails a link to set a new password; an address without account gets a mail that says so.
 * @throws ApiError ERR_0429
 */
export const requestPasswordReset = async (context: AppContext, address: string, client: ClientInfo): Promise<void> => {
  const { db, config } = context
  const now = context.now()
  const email = normaliseEmail(address)
  await consumeRateLimit(db, limits.resetByAddress, client.network, now)
  await consumeRateLimit(db, limits.resetByAccount, email, now)

  // Both branches do the same work, so that the time of the answer does not differ. A link without account cannot be used.
  await db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    const expires = hoursAfter(now, linkHours.passwordReset)
    const token = await createLinkToken(tx, { purpose: 'password-reset', email, expires })
    const mail = user
      ? emailTemplates.resetPassword(links.passwordConfirm(config, email, token))
      : emailTemplates.noAccount(config.signupDisabled ? null : links.signup(config))
    await enqueueEmail(context, tx, email, mail)
    await recordAudit(tx, {
      at: now,
      organisationId: user?.organisationId ?? null,
      userId: user?.id ?? null,
      action: 'password-reset.requested',
      requestId: client.requestId,
    })
  })
}

/**
 * Sets the password by a mailed link and ends all sessions of the account. The second factor stays as it is.
 * @returns the secret for the device cookie: this browser is known from now on
 * @throws ApiError ERR_1003 for a link that is unknown, used, too old or of another address; ERR_1020
 */
export const confirmPasswordReset = async (
  context: AppContext,
  { email: address, token, password }: { email: string; token: string; password: string },
  client: ClientInfo,
): Promise<string> => {
  const { db, config } = context
  const now = context.now()
  const email = normaliseEmail(address)
  if ((await peekLinkToken(db, token, 'password-reset', now)) !== email) throw new ApiError('ERR_1003')
  await refuseCommonPassword(password, [email])
  const passwordHash = await hashPassword(password)

  const { userId, deviceSecret } = await db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    const consumed = await consumeLinkToken(tx, token, 'password-reset', now)
    if (!user || !consumed) throw new ApiError('ERR_1003')
    await consumeLinksOf(tx, email, 'password-reset', now)
    await deleteTicketsOf(tx, user.id)
    await setPassword(tx, user.id, passwordHash)
    await revokeSessionsOfUser(tx, user.id, now)
    await forgetDevices(tx, user.id)
    await enqueueEmail(context, tx, email, emailTemplates.passwordChanged(links.passwordReset(config)))
    await recordAudit(tx, {
      at: now,
      organisationId: user.organisationId,
      userId: user.id,
      action: 'password.changed',
      objectType: 'user',
      objectId: user.id,
      requestId: client.requestId,
    })
    return { userId: user.id, deviceSecret: await rememberDevice(tx, null, user.id, now) }
  })
  await context.access.invalidateUser(userId)
  return deviceSecret
}

/**
 * Sets a new password for a user who knows the current one, and ends their other sessions. Failures are slowed down.
 * @throws ApiError ERR_1009, ERR_1020, ERR_0429
 */
export const changeOwnPassword = async (
  context: AppContext,
  actor: Actor,
  form: { currentPassword: string; newPassword: string },
): Promise<void> => {
  const { db, config } = context
  const { userId, sessionId } = actor.principal
  const now = context.now()
  const user = await findUser(db, userId)
  if (!user) throw new ApiError('ERR_1002')
  const counter: Counter = [delays.ownAccount, userId]
  await countAttempt(db, [counter], now)
  const audit = { ...byActor(actor, now), objectType: 'user', objectId: userId }
  if (!(await verifyPassword(user.passwordHash, form.currentPassword))) {
    await recordAudit(db, { ...audit, action: 'password-change.failed' })
    throw new ApiError('ERR_1009')
  }
  await forgetFailures(db, counter)
  await refuseCommonPassword(form.newPassword, [user.email, user.firstName, user.lastName])
  const passwordHash = await hashPassword(form.newPassword)
  await db.transaction(async (tx) => {
    await consumeLinksOf(tx, user.email, 'password-reset', now)
    await deleteTicketsOf(tx, userId)
    await setPassword(tx, userId, passwordHash)
    await revokeSessionsOfUser(tx, userId, now, sessionId)
    await enqueueEmail(context, tx, user.email, emailTemplates.passwordChanged(links.passwordReset(config)))
    await recordAudit(tx, { ...audit, action: 'password.changed' })
  })
  await context.access.invalidateUser(userId)
}
