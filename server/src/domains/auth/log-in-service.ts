import type { AppContext } from '../../platform/context.ts'
import { normaliseEmail, verifyPassword } from '../../platform/crypto/passwords.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ClientInfo } from '../../platform/http/client-info.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { links } from '../../platform/mail/links.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import { recordAudit } from '../audit/index.ts'
import { findUserByEmail } from '../users/index.ts'
import { isKnownDevice, rememberDevice } from './device-repository.ts'
import { type Counter, countAttempt, delays, forgetFailures, forgiveAttempt } from './failure-delays.ts'
import { type LoggedIn, openAnswer, type SecondStep, sealAnswer } from './log-in-answer.ts'
import { acceptCode } from './second-factor/accept-code.ts'
import { countRecoveryCodes } from './second-factor/recovery-codes.ts'
import { hasSecondFactor } from './second-factor/repository.ts'
import {
  countTicketAttempt,
  createTicket,
  findTicketHolder,
  lockTicket,
  markTicketUsed,
} from './second-step-ticket-repository.ts'
import { startSession } from './session-service.ts'

/** The client of a log-in. */
interface Visit extends ClientInfo {
  /** Secret in the device cookie; null: none. */
  deviceSecret: string | null
}

/**
 * The grant `password` (D1-7-06).
 * @throws ApiError ERR_1001 for a wrong password and an unknown account alike, ERR_0429; ERR_1021 with a ticket when the
 * password is right and a second step is required
 */
export const logIn = async (
  context: AppContext,
  credentials: { username: string; password: string },
  visit: Visit,
): Promise<LoggedIn> => {
  const { db } = context
  const now = context.now()
  const email = normaliseEmail(credentials.username)
  const counters = countersOf(email, visit, await isOnKnownDevice(context, email, visit))
  await countAttempt(db, counters, now)

  const user = await findUserByEmail(db, email)
  const matches = await verifyPassword(user?.passwordHash ?? null, credentials.password)
  if (!user || !matches) {
    // Also written for unknown accounts, so that the time of the answer does not differ.
    await recordAudit(db, {
      at: now,
      organisationId: user?.organisationId ?? null,
      userId: user?.id ?? null,
      action: 'login.failed',
      detail: { network: visit.network },
      requestId: visit.requestId,
    })
    throw new ApiError('ERR_1001')
  }
  await forgive(context, counters)
  if (await hasSecondFactor(db, user.id)) {
    const ticket = await createTicket(db, user.id, now)
    throw new ApiError('ERR_1021', undefined, {}, { ticket })
  }
  return db.transaction(async (tx) => ({
    answer: await startSession(tx, user, visit, now),
    deviceSecret: await rememberDevice(tx, visit.deviceSecret, user.id, now),
  }))
}

const tookTooLong = 'The log-in took too long. Enter your password again.'

/**
 * The grant `second_factor`: the second step, by a code of the app or a recovery code (ADR 43). Who lost the answer repeats the call
 * with the same code within a minute, and gets the same answer.
 * @throws ApiError ERR_1002 for a ticket that is unknown, used, too old or was tried too often; ERR_1022, ERR_0429
 */
export const takeSecondStep = async (context: AppContext, step: SecondStep, visit: Visit): Promise<LoggedIn> => {
  const { db, config } = context
  const now = context.now()
  const { ticket, code } = step
  const user = await findTicketHolder(db, ticket, now)
  if (!user) throw new ApiError('ERR_1002', tookTooLong)
  const onKnownDevice = await isOnKnownDevice(context, user.email, visit)
  const counter: Counter = [delays.secondStep, onKnownDevice ? `${visit.deviceSecret} ${user.id}` : user.id]
  await countAttempt(db, [counter], now)
  await countTicketAttempt(db, ticket)

  const audit = { at: now, organisationId: user.organisationId, userId: user.id, requestId: visit.requestId }
  const loggedIn = await db.transaction(async (tx): Promise<LoggedIn | null> => {
    const held = await lockTicket(tx, ticket, now)
    const repeated = held?.answer ? openAnswer(step, held.answer, now) : null
    if (repeated) return repeated
    if (!held || held.answer) throw new ApiError('ERR_1002', tookTooLong)
    const accepted = await acceptCode(context, tx, user.id, code)
    if (!accepted) return null
    if (accepted === 'recovery') {
      const left = await countRecoveryCodes(tx, user.id)
      await enqueueEmail(context, tx, user.email, emailTemplates.recoveryCodeUsed(left, links.passwordReset(config)))
      await recordAudit(tx, { ...audit, action: 'recovery-code.used', objectType: 'user', objectId: user.id })
    }
    const entered = {
      answer: await startSession(tx, user, visit, now),
      deviceSecret: await rememberDevice(tx, visit.deviceSecret, user.id, now),
    }
    await markTicketUsed(tx, ticket, sealAnswer(step, entered, now), now)
    return entered
  })
  if (!loggedIn) {
    await recordAudit(db, { ...audit, action: 'second-step.failed', detail: { network: visit.network } })
    throw new ApiError('ERR_1022')
  }
  await forgetFailures(db, counter)
  return loggedIn
}

/** The counters that slow a log-in down: on a known browser only its own. */
const countersOf = (email: string, { network, deviceSecret }: Visit, onKnownDevice: boolean): Counter[] =>
  onKnownDevice
    ? [[delays.knownDevice, `${deviceSecret} ${email}`]]
    : [
        [delays.network, network],
        [delays.accountFromNetwork, `${network} ${email}`],
        [delays.account, email],
      ]

/** After a right password: clears counters of this client; on counters shared with others, only this attempt is taken back. */
const forgive = async ({ db }: AppContext, counters: readonly Counter[]): Promise<void> => {
  for (const counter of counters) {
    const [delay] = counter
    const isShared = delay === delays.network || delay === delays.account
    await (isShared ? forgiveAttempt(db, counter) : forgetFailures(db, counter))
  }
}

const isOnKnownDevice = async ({ db, now }: AppContext, email: string, { deviceSecret }: Visit): Promise<boolean> =>
  deviceSecret !== null && (await isKnownDevice(db, deviceSecret, email, now()))
