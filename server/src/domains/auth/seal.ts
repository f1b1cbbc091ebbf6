import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'lamella refresh successor', 32))

/** Encrypts (AES-256-GCM) for whoever holds the token: the database alone cannot open it. */
export const seal = (token: string, text: string): Buffer => {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @throws Error when the token is another one or the bytes were changed */
export const unseal = (token: string, bytes: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
}
