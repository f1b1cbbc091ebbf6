import type { Graph } from '../graph/graph.ts'
import type { Planes, Tensor } from '../graph/tensor.ts'
import { channelsOf } from './channels.ts'

/** Channels of a network's output: the first ones are probabilities, the others are values. */
export interface HeadCounts {
  probabilities: number
  values: number
}

/** Channels of the output with these heads. */
export const outputsOf = ({ probabilities, values }: HeadCounts): number => probabilities + values

/** Where the error is far below this, the loss of a value is quadratic; far above, linear. */
const SMOOTHNESS = 0.1

/**
 * Loss of all heads, and its gradient: weighted cross entropy of logits for probabilities, √(d² + 0.1²) for values, which is
 * smooth and forgives outliers (Charbonnier et al. 1994). Summed over channels, mean over samples and pixels.
 * @param z logits, then values
 * @param weight at least 0, per sample, channel and pixel
 */
export function headsLoss(
  graph: Graph,
  z: Planes,
  target: Planes,
  weight: Planes,
  { probabilities, values }: HeadCounts,
): Tensor {
  const heads = probabilities + values
  const [batch, , height, width] = z.shape
  const perPixel = graph.scalar(1 / (batch * height * width))
  const combine = (operator: 'Add' | 'Sub' | 'Mul' | 'Div', a: Planes, b: Tensor) =>
    graph.apply(operator, [a, b], a.shape)
  const part = (tensor: Planes, from: number, to: number) => channelsOf(graph, tensor, from, to)
  const sumOf = (losses: Planes): Tensor =>
    graph.apply('Mul', [graph.apply('ReduceSum', [losses], [], { attributes: { keepdims: 0 } }), perPixel], [])

  const logits = part(z, 0, probabilities)
  const truth = part(target, 0, probabilities)
  const importance = part(weight, 0, probabilities)
  const crossEntropy = combine('Sub', graph.apply('Softplus', [logits], logits.shape), combine('Mul', logits, truth))
  const ofProbabilities = sumOf(combine('Mul', crossEntropy, importance))
  const surprise = combine('Sub', graph.apply('Sigmoid', [logits], logits.shape), truth)
  const slopes = [combine('Mul', combine('Mul', surprise, importance), perPixel)]
  if (values === 0) {
    graph.onBackward(() => graph.addGradient(z, slopes[0] ?? z))
    return ofProbabilities
  }

  const valueWeight = part(weight, probabilities, heads)
  const error = combine('Sub', part(z, probabilities, heads), part(target, probabilities, heads))
  const squares = combine('Add', combine('Mul', error, error), graph.scalar(SMOOTHNESS ** 2))
  const distance = graph.apply('Sqrt', [squares], error.shape)
  const ofValues = sumOf(combine('Mul', distance, valueWeight))
  slopes.push(combine('Mul', combine('Mul', combine('Div', error, distance), valueWeight), perPixel))
  graph.onBackward(() => graph.addGradient(z, graph.apply('Concat', slopes, z.shape, { attributes: { axis: 1 } })))
  return graph.apply('Add', [ofProbabilities, ofValues], [])
}

/** Output of a network: probabilities from 0 to 1, then values. No gradient flows through it. */
export function headsOutput(graph: Graph, z: Planes, { probabilities, values }: HeadCounts): Planes {
  const logits = channelsOf(graph, z, 0, probabilities)
  const sigmoid = graph.apply('Sigmoid', [logits], logits.shape)
  if (values === 0) return sigmoid
  const rest = channelsOf(graph, z, probabilities, probabilities + values)
  return graph.apply('Concat', [sigmoid, rest], z.shape, { attributes: { axis: 1 } })
}
