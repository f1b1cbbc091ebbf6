import type { AppContext } from '../../../platform/context.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { seal, unseal } from '../seal.ts'
import { readSealingKey } from '../sealing-key.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { changeSecondFactor, lockSecondFactor } from './repository.ts'
import { totpStep } from './totp.ts'

/** Binds a sealed secret to its user, so that rows cannot be exchanged. */
const purposeOf = (userId: string): string => `second factor ${userId}`

/** Encrypts the secret of an authenticator app for storage. */
export const sealTotpSecret = async ({ config }: AppContext, userId: string, secret: string): Promise<Buffer> =>
  seal(await readSealingKey(config), secret, purposeOf(userId))

/** @returns the secret in Base32; null, with an error in the log: it was sealed with another key */
export const openTotpSecret = async (
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  userId: string,
  sealed: Buffer,
): Promise<string | null> => {
  try {
    return unseal(await readSealingKey(config), sealed, purposeOf(userId))
  } catch (err) {
    log.error(
      { err },
      'a second factor does not open: secret.key or LAMELLA_SECRET_KEY is not the one it was made with',
    )
    return null
  }
}

/**
 * Checks and uses up a code of the confirmed app or a recovery code. Each works once.
 * @returns which of them it was; null: the code is wrong, or no second factor is on
 */
export const acceptCode = async (
  context: AppContext,
  tx: Executor,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | null> => {
  const factor = await lockSecondFactor(tx, userId)
  if (!factor?.confirmed) return null
  const secret = await openTotpSecret(context, userId, factor.secret)
  const lastStep = secret && totpStep(secret, code, factor.lastStep, context.now())
  if (lastStep) {
    await changeSecondFactor(tx, userId, { lastStep })
    return 'app'
  }
  return (await consumeRecoveryCode(tx, userId, code)) ? 'recovery' : null
}
