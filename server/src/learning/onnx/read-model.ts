import { type Field, readFields } from './protobuf.ts'

const bytesOf = (fields: readonly Field[], wanted: number): Uint8Array[] =>
  fields.flatMap((each) => (each.field === wanted && each.kind === 'bytes' ? [each.value] : []))
const textOf = (fields: readonly Field[], wanted: number): string =>
  new TextDecoder().decode(bytesOf(fields, wanted)[0] ?? new Uint8Array())

/**
 * Float constants of an ONNX file by name, as copies.
 * @throws RangeError for what is no protocol buffer
 */
export function readInitializers(model: Uint8Array): Map<string, Float32Array> {
  const FLOAT = 1n
  const graphs = bytesOf(readFields(model), 7)
  const tensors = graphs.flatMap((graph) => bytesOf(readFields(graph), 5)).map(readFields)
  const floats = tensors.filter((fields) =>
    fields.some((each) => each.field === 2 && each.kind === 'integer' && each.value === FLOAT),
  )
  return new Map(
    floats.map((fields) => {
      const raw = bytesOf(fields, 9)[0] ?? new Uint8Array()
      return [textOf(fields, 8), new Float32Array(raw.slice().buffer)]
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
