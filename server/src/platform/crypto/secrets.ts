import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** An opaque token of 256 random bits: 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** SHA-256 of a token, as the database stores it. A plain hash is enough because the token is random. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Compares two secrets in constant time. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(hashSecret(a), hashSecret(b))
