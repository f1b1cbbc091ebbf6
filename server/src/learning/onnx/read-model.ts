import { ELEMENT } from './model.ts'
import { type Field, readFields } from './protobuf.ts'

const bytesOf = (fields: readonly Field[], wanted: number): Uint8Array[] =>
  fields.flatMap((each) => (each.field === wanted && each.kind === 'bytes' ? [each.value] : []))
const textOf = (fields: readonly Field[], wanted: number): string =>
  new TextDecoder().decode(bytesOf(fields, wanted)[0] ?? new Uint8Array())

/**
 * Float constants of an ONNX file by name, of 32 and of 16 bits, as copies.
 * @throws RangeError for what is no protocol buffer
 */
export function readInitializers(model: Uint8Array): Map<string, Float32Array> {
  const graphs = bytesOf(readFields(model), 7)
  const tensors = graphs.flatMap((graph) => bytesOf(readFields(graph), 5)).map(readFields)
  return new Map(
    tensors.flatMap((fields) => {
      const type = fields.find(({ field }) => field === 2)
      const raw = new Uint8Array(bytesOf(fields, 9)[0] ?? []).buffer
      const name = textOf(fields, 8)
      if (type?.value === BigInt(ELEMENT.float)) return [[name, new Float32Array(raw)] as const]
      if (type?.value === BigInt(ELEMENT.half)) return [[name, Float32Array.from(new Float16Array(raw))] as const]
      return []
    }),
  )
}

/** The metadata of an ONNX file. @throws RangeError for what is no protocol buffer */
export const readMetadata = (model: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    bytesOf(readFields(model), 14)
      .map(readFields)
      .map((entry) => [textOf(entry, 1), textOf(entry, 2)]),
  )
