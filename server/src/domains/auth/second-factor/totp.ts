import { generateSecret, generateURI, verifySync } from 'otplib'

/** Seconds of a code (RFC 6238, 6 digits, SHA-1: what every authenticator app has). */
const period = 30

/** 160 random bits in Base32. */
export const newTotpSecret = (): string => generateSecret()

/** What the app reads from the QR code. */
export const totpUri = (issuer: string, email: string, secret: string): string =>
  generateURI({ issuer, label: email, secret })

/**
 * Takes the code of the present time step and of its two neighbours: clocks differ, and people type.
 * @param lastStep - time step of the last accepted code; it and earlier ones are refused
 * @returns the time step of the code; null: it is not right
 */
export const totpStep = (secret: string, code: string, lastStep: number | null, now: Date): number | null => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const used = lastStep === null ? {} : { afterTimeStep: lastStep }
  const result = verifySync({ secret, token, epoch, epochTolerance: period, ...used })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
