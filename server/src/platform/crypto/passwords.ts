import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id as PHC string, with the package's parameters (19 MiB, 2 passes): about 50 ms. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Made as the server starts, so that the first log-in of all does the same work as any other. */
const decoy = hashPassword('nobody has this password')

/** Resolves when log-ins with unknown accounts take no longer than others: before anybody is let in. */
export const decoyHashReady = async (): Promise<void> => void (await decoy)

/** Without a hash it takes as long as with one: nobody learns by time whether an account exists. */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  const matches = await verify(passwordHash ?? (await decoy), password)
  return matches && passwordHash !== null
}

/** How addresses are stored and compared. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** 96 random bits; the prefix has one of each kind of character that the rules ask for. */
export const randomPassword = (): string => `Lm7-${randomBytes(12).toString('base64url')}`
