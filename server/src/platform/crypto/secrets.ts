import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** An opaque token of 256 random bits, 43 characters that are safe in addresses. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** SHA-256: what the database keeps of a token. Enough, because the token itself is random. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Compares without telling by time where they differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(hashSecret(a), hashSecret(b))
