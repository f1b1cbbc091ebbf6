import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

const keyOf = (token: string, purpose: string) => Buffer.from(hkdfSync('sha256', token, '', `lamella ${purpose}`, 32))

/**
 * Encrypts text (AES-256-GCM) with a key derived from a secret token (HKDF-SHA-256), so that the database alone cannot decrypt it.
 * @param purpose - context of the key: `unseal` needs the same
 * @returns IV, authentication tag and ciphertext
 */
export const seal = (token: string, text: string, purpose: string): Buffer => {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts what `seal` returned. @throws Error when token or purpose differ or the bytes were changed */
export const unseal = (token: string, bytes: Buffer, purpose: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token, purpose), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
}
