import type { SecondFactor } from '@lamella/shared/contract'
import type { AppContext } from '../../../platform/context.ts'
import { verifyPassword } from '../../../platform/crypto/passwords.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { emailTemplates } from '../../../platform/mail/email-templates.ts'
import { links } from '../../../platform/mail/links.ts'
import { enqueueEmail } from '../../../platform/mail/mailer.ts'
import { readProduct } from '../../../platform/product.ts'
import { type Actor, byActor, recordAudit } from '../../audit/index.ts'
import { revokeSessionsOfUser } from '../../sessions/index.ts'
import { findUser } from '../../users/index.ts'
import { type Counter, countAttempt, delays, forgetFailures } from '../failure-delays.ts'
import { acceptCode, openTotpSecret, sealTotpSecret } from './accept-code.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import {
  changeSecondFactor,
  deleteSecondFactor,
  lockSecondFactor,
  readSecondFactorState,
  storePendingSecret,
} from './repository.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

const ownUser = async ({ db }: AppContext, { principal }: Actor): Promise<User> => {
  const user = await findUser(db, principal.userId)
  if (!user) throw new ApiError('ERR_1002')
  return user
}

/** The state of the second factor of the caller. @throws ApiError ERR_1002 when the account is gone */
export const getOwnSecondFactor = async (context: AppContext, actor: Actor): Promise<SecondFactor> => {
  const { userId } = actor.principal
  const state = await readSecondFactorState(context.db, userId)
  if (!state) throw new ApiError('ERR_1002')
  const recoveryCodesLeft = await countRecoveryCodes(context.db, userId)
  return { since: state.since?.toISOString() ?? null, recoveryCodesLeft, required: state.required }
}

const isOnAlready = 'Two-step verification is on already.'

/**
 * Creates an unconfirmed secret. It has no effect before `confirmOwnSecondFactor`, so that a stolen session cannot lock the owner out.
 * @returns the secret in Base32 and its `otpauth:` address for the QR code
 * @throws ApiError ERR_0409 when it is on already
 */
export const beginOwnSecondFactor = async (context: AppContext, actor: Actor) => {
  const user = await ownUser(context, actor)
  const secret = newTotpSecret()
  const sealed = await sealTotpSecret(context, user.id, secret)
  if (!(await storePendingSecret(context.db, user.id, sealed))) throw new ApiError('ERR_0409', isOnAlready)
  const { name } = await readProduct(context.config.dataDir)
  return { secret, uri: totpUri(name, user.email, secret) }
}

/** Required for each change of the second factor. */
interface Proof {
  password: string
  code: string
}

/**
 * Checks the password and, in one transaction, the code and the change. Failures are slowed down.
 * @param isRight - checks the code
 * @throws ApiError ERR_1009, ERR_1022, ERR_0429
 */
const changeWithProof = async <T>(
  context: AppContext,
  actor: Actor,
  { password, code }: Proof,
  isRight: (tx: Executor, user: User, code: string) => Promise<boolean>,
  change: (tx: Executor, user: User) => Promise<T>,
): Promise<T> => {
  const { db } = context
  const now = context.now()
  const user = await ownUser(context, actor)
  const counter: Counter = [delays.ownAccount, user.id]
  await countAttempt(db, [counter], now)
  const fail = async (refusal: 'ERR_1009' | 'ERR_1022'): Promise<never> => {
    await recordAudit(db, { ...ofUser(actor, user, now), action: 'second-factor.failed' })
    throw new ApiError(refusal)
  }
  if (!(await verifyPassword(user.passwordHash, password))) return fail('ERR_1009')
  const changed = await db.transaction(async (tx) =>
    (await isRight(tx, user, code)) ? { result: await change(tx, user) } : null,
  )
  if (!changed) return fail('ERR_1022')
  await forgetFailures(db, counter)
  await context.access.invalidateUser(user.id)
  return changed.result
}

const ofUser = (actor: Actor, { id }: User, at: Date) => ({ ...byActor(actor, at), objectType: 'user', objectId: id })

/**
 * Turns the second factor on with the first code of the app; other sessions end.
 * @returns the recovery codes
 * @throws ApiError ERR_0409 when it is on already; ERR_1009, ERR_1022, ERR_0429
 */
export const confirmOwnSecondFactor = (context: AppContext, actor: Actor, proof: Proof): Promise<string[]> => {
  const now = context.now()
  const isRight = async (tx: Executor, { id }: User, code: string): Promise<boolean> => {
    const factor = await lockSecondFactor(tx, id)
    if (factor?.confirmed) throw new ApiError('ERR_0409', isOnAlready)
    const secret = factor && (await openTotpSecret(context, id, factor.secret))
    const lastStep = secret && totpStep(secret, code, null, now)
    if (!lastStep) return false
    await changeSecondFactor(tx, id, { confirmed: now, lastStep })
    return true
  }
  return changeWithProof(context, actor, proof, isRight, async (tx, user) => {
    await revokeSessionsOfUser(tx, user.id, now, actor.principal.sessionId)
    await enqueueEmail(context, tx, user.email, emailTemplates.secondFactorOn(links.passwordReset(context.config)))
    await recordAudit(tx, { ...ofUser(actor, user, now), action: 'second-factor.enabled' })
    return replaceRecoveryCodes(tx, user.id)
  })
}

const isOwnCode =
  (context: AppContext) =>
  async (tx: Executor, { id }: User, code: string) =>
    (await acceptCode(context, tx, id, code)) !== null

/** Replaces the recovery codes. @returns the new ones @throws ApiError ERR_1009, ERR_1022, ERR_0429 */
export const renewOwnRecoveryCodes = (context: AppContext, actor: Actor, proof: Proof): Promise<string[]> =>
  changeWithProof(context, actor, proof, isOwnCode(context), async (tx, user) => {
    await recordAudit(tx, { ...ofUser(actor, user, context.now()), action: 'recovery-codes.renewed' })
    return replaceRecoveryCodes(tx, user.id)
  })

/** Turns the second factor off. @throws ApiError ERR_1009, ERR_1022, ERR_0429 */
export const disableOwnSecondFactor = (context: AppContext, actor: Actor, proof: Proof): Promise<void> =>
  changeWithProof(context, actor, proof, isOwnCode(context), async (tx, user) => {
    await deleteSecondFactor(tx, user.id)
    await enqueueEmail(context, tx, user.email, emailTemplates.secondFactorOff(links.passwordReset(context.config)))
    await recordAudit(tx, { ...ofUser(actor, user, context.now()), action: 'second-factor.disabled' })
  })
