/** Protocol buffers, wire format only: as much of it as ONNX files need (protobuf.dev/programming-guides/encoding). */

const VARINT = 0
const LENGTH_DELIMITED = 2

export class MessageWriter {
  #bytes: number[] = []
  readonly #chunks: Uint8Array[] = []

  #varint(value: number | bigint): this {
    let rest = BigInt.asUintN(64, BigInt(value))
    while (rest > 127n) {
      this.#bytes.push(Number(rest & 127n) | 128)
      rest >>= 7n
    }
    this.#bytes.push(Number(rest))
    return this
  }

  /** A field of type int32, int64 or enum. */
  integer(field: number, value: number | bigint): this {
    return this.#varint((field << 3) | VARINT).#varint(value)
  }

  bytes(field: number, value: Uint8Array): this {
    this.#varint((field << 3) | LENGTH_DELIMITED).#varint(value.length)
    this.#chunks.push(Uint8Array.from(this.#bytes), value)
    this.#bytes = []
    return this
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value))
  }

  message(field: number, value: MessageWriter): this {
    return this.bytes(field, value.finish())
  }

  finish(): Uint8Array {
    const chunks = [...this.#chunks, Uint8Array.from(this.#bytes)]
    const result = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const chunk of chunks) {
      result.set(chunk, at)
      at += chunk.length
    }
    return result
  }
}

export type Field = { field: number } & ({ kind: 'integer'; value: bigint } | { kind: 'bytes'; value: Uint8Array })

/**
 * The fields of a message in the order of the file; fixed-width numbers, which ONNX keeps inside `raw_data`, are skipped.
 * @throws RangeError when the message ends within a field, or has what protocol buffers do not
 */
export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++]
      if (byte === undefined) break
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
    throw new RangeError('a number does not end')
  }
  const skip = (length: number) => {
    const from = at
    at += length
    if (at > message.length) throw new RangeError('a field ends after its message')
    return message.subarray(from, at)
  }
  while (at < message.length) {
    const key = Number(varint())
    const field = key >>> 3
    const type = key & 7
    if (type === VARINT) fields.push({ field, kind: 'integer', value: varint() })
    else if (type === LENGTH_DELIMITED) fields.push({ field, kind: 'bytes', value: skip(Number(varint())) })
    else if (type === 5) skip(4)
    else if (type === 1) skip(8)
    else throw new RangeError(`there is no wire type ${type}`)
  }
  return fields
}
