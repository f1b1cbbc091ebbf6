const BLOCK = 512
/** Letters of a name and digits of a size that the header of POSIX 1988 holds; beyond, an attribute comes before it. */
const mostName = 100
const mostSize = 8 ** 11
const utf8 = new TextEncoder()

const header = (name: string, size: number, modified: number, kind: '0' | 'x'): Uint8Array<ArrayBuffer> => {
  const block = new Uint8Array(BLOCK)
  const write = (text: string, at: number): void => block.set(utf8.encode(text), at)
  const octal = (value: number, at: number, digits: number): void => write(value.toString(8).padStart(digits, '0'), at)
  block.set(utf8.encode(name).subarray(0, mostName), 0)
  octal(0o644, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size < mostSize ? size : 0, 124, 11)
  octal(Math.max(0, Math.floor(modified / 1000)), 136, 11)
  write(kind, 156)
  write('ustar', 257)
  write('00', 263)
  // The checksum counts its own place as spaces.
  block.fill(32, 148, 156)
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  block[154] = 0
  return block
}

const padding = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)

/** An attribute of POSIX 2001: its line begins with its own length. */
const attribute = (key: string, value: string): Uint8Array<ArrayBuffer> => {
  const rest = utf8.encode(` ${key}=${value}\n`)
  let length = rest.length + 1
  while (String(length).length + rest.length > length) length += 1
  return new Uint8Array([...utf8.encode(String(length)), ...rest])
}

const partsOf = (file: File): BlobPart[] => {
  const { name, size, lastModified } = file
  const attributes = [
    ...(utf8.encode(name).length > mostName ? [attribute('path', name)] : []),
    ...(size >= mostSize ? [attribute('size', String(size))] : []),
  ]
  const bytes = attributes.reduce((sum, { length }) => sum + length, 0)
  const extended = bytes > 0 ? [header('attributes', bytes, lastModified, 'x'), ...attributes, padding(bytes)] : []
  return [...extended, header(name, size, lastModified, '0'), file, padding(size)]
}

/**
 * Several files as one tar archive. No byte of them is read or copied: the archive refers to the files, as a `File` of parts may. The same
 * files in the same order give the same bytes, so that an upload can continue after a reload.
 */
export const joinFiles = (name: string, files: readonly File[]): File =>
  new File([...files.flatMap(partsOf), new Uint8Array(2 * BLOCK)], name, {
    lastModified: Math.max(0, ...files.map(({ lastModified }) => lastModified)),
  })
