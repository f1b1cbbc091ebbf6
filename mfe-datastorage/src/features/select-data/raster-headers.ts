import { type FileHeader, plainHeader, readBytes, Truncated, textOf } from './file-header.ts'
import { isStoredTurned } from './tiff-pages.ts'
import { TiffReader } from './tiff-reader.ts'

/** PNG: https://www.w3.org/TR/png-3/ @throws Truncated */
export const pngHeader = async (file: Blob): Promise<FileHeader> => {
  const head = await readBytes(file, 0, 33)
  const end = textOf(
    await readBytes(file, Math.max(33, file.size - 4096), Math.min(4096, file.size - 33)).then(zeroFree),
  )
  if (!end.includes('IEND')) throw new Truncated()
  return plainHeader('PNG', head.getUint32(16), head.getUint32(20), head.getUint8(24))
}

/** A text search must not end at the first null byte. */
const zeroFree = (view: DataView): DataView => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  return new DataView(bytes.map((byte) => byte || 32).buffer)
}

/** Bytes at the end of a JPEG in which its end marker is searched: cameras write more behind it. */
const tail = 65_536

const exif = 'Exif\0\0'

/** Whether the Exif data of a segment say that the picture is stored turned. Damaged ones say nothing. */
const isTurnedBy = async (segment: Blob): Promise<boolean> => {
  if (textOf(await readBytes(segment, 0, exif.length)) !== 'Exif') return false
  try {
    const reader = await TiffReader.open(segment.slice(exif.length))
    const { entries } = await reader.entries(await reader.firstPage())
    return isStoredTurned(await reader.number(entries.get(274), 1))
  } catch {
    return false
  }
}

/** JPEG: size and depth are those of the first frame, turned as Exif says. @throws Truncated without frame or end marker */
export const jpegHeader = async (file: Blob): Promise<FileHeader> => {
  let at = 2
  let isTurned = false
  for (;;) {
    const segment = await readBytes(file, at, 4)
    const marker = segment.getUint16(0)
    if (marker >> 8 !== 0xff) throw new Truncated()
    // Frames; C4, C8 and CC in their range are tables.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) break
    const end = at + 2 + segment.getUint16(2)
    if (marker === 0xffe1 && end - at > 4 + exif.length && (await isTurnedBy(file.slice(at + 4, end)))) isTurned = true
    at = end
  }
  const frame = await readBytes(file, at, 9)
  const length = Math.min(tail, file.size)
  const bytes = await readBytes(file, file.size - length, length)
  const ends = Array.from({ length: Math.max(0, length - 1) }, (_, index) => length - 2 - index)
  if (!ends.some((index) => bytes.getUint16(index) === 0xffd9)) throw new Truncated()
  const [width, height] = [frame.getUint16(7), frame.getUint16(5)]
  return plainHeader('JPEG', isTurned ? height : width, isTurned ? width : height, frame.getUint8(4))
}

/** BMP with the header of Windows 3 or later. @throws Truncated */
export const bmpHeader = async (file: Blob): Promise<FileHeader> => {
  const head = await readBytes(file, 0, 34)
  const [width, height] = [head.getInt32(18, true), Math.abs(head.getInt32(22, true))]
  const [bits, compression] = [head.getUint16(28, true), head.getUint32(30, true)]
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  if (compression === 0 && head.getUint32(10, true) + rowBytes * height > file.size) throw new Truncated()
  return plainHeader('BMP', width, height, Math.min(bits, 8))
}
