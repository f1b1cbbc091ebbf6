import { ELEMENT, type Initializer, type Node, type Port, writeModel } from '../onnx/model.ts'
import { normal, type Random } from '../random.ts'
import type { Graph } from './graph.ts'
import type { Planes, Tensor } from './tensor.ts'

const port = ({ name, shape }: Tensor): Port => ({ name, shape })

/**
 * A graph for training as ONNX: the inputs and `parameters` (all of them, flat) go in, `loss` and `gradient` come out. The
 * optimiser stays outside.
 * @param loss one number
 */
export function trainingModel(graph: Graph, inputs: readonly Tensor[], loss: Tensor): Uint8Array {
  graph.backward()
  const { parameters } = graph
  const flat = parameters.map((parameter) =>
    graph.apply('Reshape', [graph.gradientOf(parameter), graph.integers([-1])], [parameter.length]),
  )
  const gradient = graph.apply('Concat', flat, [graph.parameterCount], { attributes: { axis: 0 } })
  const lengths = graph.integers(parameters.map(({ length }) => length))
  const split: Node = {
    operator: 'Split',
    inputs: ['parameters', lengths.name],
    outputs: parameters.map(({ name }) => `${name}_flat`),
    attributes: { axis: 0 },
  }
  const shaped = parameters.map(
    ({ name, shape }): Node => ({
      operator: 'Reshape',
      inputs: [`${name}_flat`, graph.integers(shape).name],
      outputs: [name],
    }),
  )
  const rename = (tensor: Tensor, name: string): Node => ({
    operator: 'Identity',
    inputs: [tensor.name],
    outputs: [name],
  })
  return writeModel({
    nodes: [split, ...shaped, ...graph.nodes, rename(loss, 'loss'), rename(gradient, 'gradient')],
    initializers: graph.initializers,
    inputs: [...inputs.map(port), { name: 'parameters', shape: [graph.parameterCount] }],
    outputs: [
      { name: 'loss', shape: [] },
      { name: 'gradient', shape: [graph.parameterCount] },
    ],
  })
}

/** How parameters are kept in a file. In 16 bits it is half as large; the network computes in 32 bits all the same. */
export type Precision = 'single' | 'half'
/** Of the names of parameters that are kept in 16 bits. */
export const HALF_SUFFIX = '_half'

/**
 * A graph for inference as plain ONNX with its parameters inside, for planes of any height and width that the network can
 * halve: input `input.name`, output `out`.
 * @param parameters flat, as trained
 */
export function inferenceModel(
  graph: Graph,
  input: Planes,
  output: Planes,
  parameters: Float32Array,
  metadata: Readonly<Record<string, string>>,
  precision: Precision = 'single',
): Uint8Array {
  const isHalf = precision === 'half'
  const kept = (name: string) => (isHalf ? `${name}${HALF_SUFFIX}` : name)
  const weights = graph.parameters.map(({ name, shape, offset, length }): Initializer => {
    const data = parameters.slice(offset, offset + length)
    return { name: kept(name), shape, data: isHalf ? Float16Array.from(data) : data }
  })
  const casts = (isHalf ? graph.parameters : []).map(
    ({ name }): Node => ({
      operator: 'Cast',
      inputs: [kept(name)],
      outputs: [name],
      attributes: { to: ELEMENT.float },
    }),
  )
  const rename: Node = { operator: 'Identity', inputs: [output.name], outputs: ['out'] }
  return writeModel({
    nodes: [...casts, ...graph.nodes, rename],
    initializers: [...graph.initializers, ...weights],
    inputs: [{ name: input.name, shape: [1, input.shape[1], 'height', 'width'] }],
    outputs: [{ name: 'out', shape: [1, output.shape[1], 'height', 'width'] }],
    metadata,
  })
}

/** He-normal weights (He et al. 2015) and biases of 0, flat. */
export function initialParameters(graph: Graph, random: Random): Float32Array {
  const values = new Float32Array(graph.parameterCount)
  for (const { offset, length, fanIn } of graph.parameters) {
    if (!fanIn) continue
    const deviation = Math.sqrt(2 / fanIn)
    for (let i = offset; i < offset + length; i++) values[i] = deviation * normal(random)
  }
  return values
}
