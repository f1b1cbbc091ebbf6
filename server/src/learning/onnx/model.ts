import { MessageWriter } from './protobuf.ts'

/** Field numbers below are those of onnx/onnx.proto (github.com/onnx/onnx, IR version 8). */

/** An integer, a string, or integers. */
export type Attribute = number | string | readonly number[]

export interface Node {
  operator: string
  /** Names of tensors; '' leaves an optional input out. */
  inputs: readonly string[]
  outputs: readonly string[]
  attributes?: Readonly<Record<string, Attribute>>
  /** '' is ai.onnx; 'com.microsoft' exists in onnxruntime only. */
  domain?: '' | 'com.microsoft'
}

/** A constant tensor; row-major. */
export interface Initializer {
  name: string
  shape: readonly number[]
  data: Float32Array | Float16Array | BigInt64Array
}

/** A float tensor that goes in or out; a length may be a name: any. */
export interface Port {
  name: string
  shape: readonly (number | string)[]
}

export interface Model {
  nodes: readonly Node[]
  initializers: readonly Initializer[]
  inputs: readonly Port[]
  outputs: readonly Port[]
  metadata?: Readonly<Record<string, string>>
}

const IR_VERSION = 8
const OPERATOR_SET = 17
/** Types of elements (TensorProto.DataType). */
export const ELEMENT = { float: 1, int64: 7, half: 10 } as const
const elementOf = (data: Initializer['data']): number => {
  if (data instanceof Float32Array) return ELEMENT.float
  return data instanceof BigInt64Array ? ELEMENT.int64 : ELEMENT.half
}
const ATTRIBUTE = { int: 2, string: 3, ints: 7 }

const tensor = ({ name, shape, data }: Initializer): MessageWriter => {
  const writer = new MessageWriter()
  for (const length of shape) writer.integer(1, length)
  // Raw data is little-endian, as are all machines that onnxruntime is built for.
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return writer.integer(2, elementOf(data)).text(8, name).bytes(9, raw)
}

const port = ({ name, shape }: Port): MessageWriter => {
  const dimensions = new MessageWriter()
  for (const length of shape) {
    const dimension = new MessageWriter()
    dimensions.message(1, typeof length === 'number' ? dimension.integer(1, length) : dimension.text(2, length))
  }
  const type = new MessageWriter().integer(1, ELEMENT.float).message(2, dimensions)
  return new MessageWriter().text(1, name).message(2, new MessageWriter().message(1, type))
}

const attribute = (name: string, value: Attribute): MessageWriter => {
  const writer = new MessageWriter().text(1, name)
  if (typeof value === 'number') return writer.integer(3, value).integer(20, ATTRIBUTE.int)
  if (typeof value === 'string') return writer.text(4, value).integer(20, ATTRIBUTE.string)
  for (const each of value) writer.integer(8, each)
  return writer.integer(20, ATTRIBUTE.ints)
}

const node = ({ operator, inputs, outputs, attributes = {}, domain = '' }: Node): MessageWriter => {
  const writer = new MessageWriter()
  for (const name of inputs) writer.text(1, name)
  for (const name of outputs) writer.text(2, name)
  writer.text(4, operator)
  for (const [name, value] of Object.entries(attributes)) writer.message(5, attribute(name, value))
  return domain ? writer.text(7, domain) : writer
}

/** An ONNX file. What onnxruntime alone can run is in the domain com.microsoft, which is named only where it is used. */
export function writeModel({ nodes, initializers, inputs, outputs, metadata = {} }: Model): Uint8Array {
  const graph = new MessageWriter()
  for (const each of nodes) graph.message(1, node(each))
  graph.text(2, 'graph')
  for (const each of initializers) graph.message(5, tensor(each))
  for (const each of inputs) graph.message(11, port(each))
  for (const each of outputs) graph.message(12, port(each))
  const operatorSet = (domain: string, version: number) => new MessageWriter().text(1, domain).integer(2, version)
  const model = new MessageWriter()
    .integer(1, IR_VERSION)
    .text(2, 'lamella')
    .message(7, graph)
    .message(8, operatorSet('', OPERATOR_SET))
  if (nodes.some(({ domain }) => domain)) model.message(8, operatorSet('com.microsoft', 1))
  for (const [key, value] of Object.entries(metadata))
    model.message(14, new MessageWriter().text(1, key).text(2, value))
  return model.finish()
}
