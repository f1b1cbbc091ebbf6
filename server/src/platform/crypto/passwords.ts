import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Hashes by argon2id; a PHC string. Parameters of the package (19 MiB, 2 passes), which OWASP recommends: about 50 ms. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Computed as the server starts, so that the first log-in does the same work as any other. */
const decoy = hashPassword('nobody has this password')

/** Resolves when the decoy hash exists, which must be before the server listens. */
export const decoyHashReady = async (): Promise<void> => void (await decoy)

/**
 * Compares a password with its hash. Without a hash it takes as long as with one, so that the time of an answer does not reveal
 * whether an account exists.
 * @param passwordHash - null: there is no account; the result is false
 */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  const matches = await verify(passwordHash ?? (await decoy), password)
  return matches && passwordHash !== null
}

/** The form in which email addresses are stored and compared. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** A password of 96 random bits; its prefix has one of each kind of character that the rules require (D1-5-10, D1-5-13). */
export const randomPassword = (): string => `Lm7-${randomBytes(12).toString('base64url')}`
