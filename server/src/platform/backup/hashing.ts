import { createHash } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import type { BlobStore } from '../storage/blobs.ts'

/** Hash (hex) and length of content. */
export interface Measured {
  sha256: string
  bytes: number
}

/** A stream that passes bytes on and measures them. @returns `result` after the stream has ended */
export const measure = (): { through: Transform; result: () => Measured } => {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ sha256: hash.digest('hex'), bytes }) }
}

/** Copies a blob between stores. @returns hash and length of what was copied */
export const copyBlob = async (key: string, from: BlobStore, to: BlobStore): Promise<Measured> => {
  const { through, result } = measure()
  const source = await from.read(key)
  // A failure on either side destroys the other; the writer reports it.
  pipeline(source, through, () => undefined)
  await to.write(key, through)
  return result()
}
