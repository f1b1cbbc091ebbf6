import { ZipFile } from 'yazl'

/** A zip archive of files by their names. */
export const zipOf = async (files: Record<string, Uint8Array | string>, compress = false): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { compress })
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const BLOCK = 512

/** A tar archive of files by their names, of at most 100 letters. */
export const tarOf = (files: Record<string, Uint8Array | string>): Buffer =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([name, content]) => {
      const bytes = Buffer.from(content)
      return [tarHeader(name, bytes.length), bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
    }),
    Buffer.alloc(2 * BLOCK),
  ])

/** @param size bytes, as the header says */
export const tarHeader = (name: string, size: number): Buffer => {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) => header.write(value.toString(8).padStart(digits, '0'), at)
  header.write(name, 0)
  octal(size, 124, 11)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.fill(' ', 148, 156)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  return header
}
