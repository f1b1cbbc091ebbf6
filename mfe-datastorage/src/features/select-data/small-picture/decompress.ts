import { decodeLzw } from './lzw.ts'

/** Inflates until there is enough: a few bytes may become gigabytes. */
const inflate = async (bytes: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> => {
  const output = new Uint8Array(length)
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  let at = 0
  while (at < length) {
    const { done, value } = await reader.read()
    if (done) break
    const part = value.subarray(0, length - at)
    output.set(part, at)
    at += part.length
  }
  await reader.cancel().catch(() => undefined)
  return output
}

const packBits = (bytes: Uint8Array, length: number): Uint8Array => {
  const output = new Uint8Array(length)
  for (let from = 0, to = 0; from < bytes.length && to < length; ) {
    const control = bytes[from++] ?? 0
    const count = control < 128 ? control + 1 : 257 - control
    if (control === 128) continue
    if (control < 128) {
      output.set(bytes.subarray(from, from + Math.min(count, length - to)), to)
      from += count
    } else output.fill(bytes[from++] ?? 0, to, to + count)
    to += count
  }
  return output
}

/** Compressions of TIFF that `decompress` knows. */
const decoders: Readonly<
  Record<number, (bytes: Uint8Array<ArrayBuffer>, length: number) => Uint8Array | Promise<Uint8Array>>
> = {
  1: (bytes) => bytes,
  5: decodeLzw,
  8: inflate,
  32773: packBits,
  32946: inflate,
}

export const canDecompress = (compression: number): boolean => compression in decoders

/**
 * Bytes of a strip or tile.
 * @param length - that they have without compression; a damaged end is 0
 * @throws Error for damaged data
 */
export const decompress = async (
  compression: number,
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array> => {
  const decoder = decoders[compression]
  if (!decoder) throw new Error(`Compression ${compression} is not known here`)
  return decoder(bytes, length)
}
