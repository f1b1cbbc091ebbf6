import { generateSecret, generateURI, verifySync } from 'otplib'

/** Seconds per time step (RFC 6238; 6 digits and SHA-1, which every authenticator app supports). */
const period = 30

/** 160 random bits in Base32. */
export const newTotpSecret = (): string => generateSecret()

/** The `otpauth:` address that an app reads from the QR code. */
export const totpUri = (issuer: string, email: string, secret: string): string =>
  generateURI({ issuer, label: email, secret })

/**
 * Checks a code. The present time step and its two neighbours are accepted, because clocks differ and typing takes time.
 * @param lastStep - time step of the last accepted code: it and earlier ones are refused
 * @returns the time step of the code; null: the code is wrong
 */
export const totpStep = (secret: string, code: string, lastStep: number | null, now: Date): number | null => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const used = lastStep === null ? {} : { afterTimeStep: lastStep }
  const result = verifySync({ secret, token, epoch, epochTolerance: period, ...used })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
