import { readBytes, textOf } from '../file-header.ts'

/** Position of the directory of attachments in the header, and sizes: ZISRAW 1.2.2, sections 2 and 6. */
const directoryAt = 104
const [segmentHeader, segmentStart, entrySize] = [32, 256, 128]
/** More attachments than this are not looked at, larger pictures not read. */
const most = { attachments: 200, bytes: 4 * 1024 * 1024 }

/**
 * The small picture that a CZI has as an attachment, a JPEG; null: it has none.
 * @throws Truncated
 */
export const cziThumbnail = async (file: Blob): Promise<Blob | null> => {
  const directory = Number((await readBytes(file, directoryAt, 8)).getBigInt64(0, true))
  if (directory <= 0) return null
  const count = (await readBytes(file, directory + segmentHeader, 4)).getInt32(0, true)
  for (let at = 0; at < Math.min(count, most.attachments); at++) {
    const entry = await readBytes(file, directory + segmentHeader + segmentStart + at * entrySize, entrySize)
    if (textOf(entry, 40, 8) !== 'JPG' || textOf(entry, 48, 80) !== 'Thumbnail') continue
    const start = Number(entry.getBigInt64(12, true))
    const size = (await readBytes(file, start + segmentHeader, 4)).getInt32(0, true)
    const from = start + segmentHeader + segmentStart
    return size > 0 && size <= most.bytes ? file.slice(from, from + size, 'image/jpeg') : null
  }
  return null
}
