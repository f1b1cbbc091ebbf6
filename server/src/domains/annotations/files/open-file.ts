import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { hasCode } from '../../../platform/error-code.ts'
import type { BlobStore } from '../../../platform/storage/blobs.ts'
import { UnreadableFileError } from './json-elements.ts'

/** The first bytes of a file that is compressed with gzip (RFC 1952 §2.3.1). */
const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b

/**
 * The content of a file, decompressed where it is compressed with gzip, whatever its name is.
 * @param onRead - called with the share of the file that is read, 0 to 1
 * @throws BlobMissing; UnreadableFileError where it cannot be decompressed
 */
export async function* openFile(
  blobs: Pick<BlobStore, 'stat' | 'read' | 'readRange'>,
  key: string,
  onRead: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  const size = (await blobs.stat(key))?.size ?? 0
  const start = size < 2 ? new Uint8Array() : await blobs.readRange(key, 0, 2)
  const stored = await blobs.read(key)
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    let read = 0
    for await (const piece of stored) {
      read += piece.length
      onRead(read / size)
      yield piece
    }
  }
  if (!isGzip(start)) return yield* counted()
  try {
    yield* pipeline(Readable.from(counted()), createGunzip(), () => undefined)
  } catch (error) {
    if (!hasCode(error, 'Z_BUF_ERROR', 'Z_DATA_ERROR')) throw error
    throw new UnreadableFileError('The file cannot be decompressed: it is damaged, or was not sent to its end.')
  }
}
