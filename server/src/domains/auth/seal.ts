import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

const keyOf = (token: string, purpose: string) => Buffer.from(hkdfSync('sha256', token, '', `lamella ${purpose}`, 32))

/**
 * Encrypts (AES-256-GCM) for whoever holds the token: the database alone cannot open it.
 * @param purpose - what it is for; for another purpose it does not open
 */
export const seal = (token: string, text: string, purpose: string): Buffer => {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @throws Error when token or purpose is another one or the bytes were changed */
export const unseal = (token: string, bytes: Buffer, purpose: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token, purpose), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
}
