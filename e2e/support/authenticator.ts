import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const bytesOf = (base32: string): Buffer => {
  const bits = Array.from(base32, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((octet) => Number.parseInt(octet, 2)) ?? [])
}

/**
 * The code that an authenticator app shows for a key (TOTP, RFC 6238), implemented independently of the server's library.
 *
 * @param key Base32, blanks allowed
 * @param steps codes ahead, each of 30 s: a code cannot be used twice, but the server accepts the next one early
 * @returns 6 digits
 */
export const totpCode = (key: string, steps = 0): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', bytesOf(key.replace(/\s/g, '')))
    .update(counter)
    .digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
