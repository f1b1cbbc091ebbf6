import type { Graph } from '../graph/graph.ts'
import type { PlaneShape, Planes, Tensor } from '../graph/tensor.ts'

/** Planes moved by each place of a kernel of k × k, in reading order, with zeros from beyond the border. */
function shifted(graph: Graph, x: Planes, kernel: number): Planes[] {
  if (kernel === 1) return [x]
  const [batch, channels, height, width] = x.shape
  const pad = kernel >> 1
  const margins = graph.integers([0, 0, pad, pad, 0, 0, pad, pad])
  const padded = graph.apply('Pad', [x, margins], [batch, channels, height + 2 * pad, width + 2 * pad])
  const axes = graph.integers([2, 3])
  return Array.from({ length: kernel * kernel }, (_, place) => {
    const [dy, dx] = [Math.floor(place / kernel), place % kernel]
    const [from, to] = [graph.integers([dy, dx]), graph.integers([dy + height, dx + width])]
    return graph.apply('Slice', [padded, from, to, axes], x.shape)
  })
}

/**
 * Gradient of the weights: per sample and place of the kernel one product of the output's gradient with the planes moved by it. One
 * product with all of them together would need them copied once more, which takes longer than it saves.
 */
function weightGradient(graph: Graph, x: Planes, outputGradient: Planes, kernel: number): Tensor {
  const [batch, channels, height, width] = x.shape
  const filters = outputGradient.shape[1]
  const inputs = kernel * kernel * channels
  const flat = (planes: Planes, rows: number) =>
    graph.apply('Reshape', [planes, graph.integers([batch, rows, height * width])], [batch, rows, height * width])
  const rows = flat(outputGradient, filters)
  const byPlace = shifted(graph, x, kernel).map((planes) =>
    graph.apply('FusedMatMul', [rows, flat(planes, channels)], [batch, filters, channels], {
      attributes: { transB: 1 },
      domain: 'com.microsoft',
    }),
  )
  const products = graph.apply('Concat', byPlace, [batch, filters, inputs], { attributes: { axis: 2 } })
  const sum = graph.apply('ReduceSum', [products, graph.integers([0])], [filters, inputs], {
    attributes: { keepdims: 0 },
  })
  const byTap = [filters, kernel * kernel, channels]
  const shaped = graph.apply('Reshape', [sum, graph.integers(byTap)], byTap)
  const byChannel = graph.apply('Transpose', [shaped], [filters, channels, kernel * kernel], {
    attributes: { perm: [0, 2, 1] },
  })
  const shape = [filters, channels, kernel, kernel]
  return graph.apply('Reshape', [byChannel, graph.integers(shape)], shape)
}

/** Gradient of the input: the output's gradient convolved with the weights, turned by half a turn and transposed. */
function inputGradient(graph: Graph, weights: Tensor, outputGradient: Planes, shape: PlaneShape, kernel: number) {
  const back = graph.integers([-1, -1])
  const beforeFirst = graph.integers([-1000, -1000])
  const turned =
    kernel === 1
      ? weights
      : graph.apply('Slice', [weights, back, beforeFirst, graph.integers([2, 3]), back], weights.shape)
  const transposed = graph.apply('Transpose', [turned], [shape[1], outputGradient.shape[1], kernel, kernel], {
    attributes: { perm: [1, 0, 2, 3] },
  })
  return graph.apply('Conv', [outputGradient, transposed], shape, { attributes: convolving(kernel) })
}

const convolving = (kernel: number) => {
  const pad = kernel >> 1
  return { kernel_shape: [kernel, kernel], pads: [pad, pad, pad, pad] }
}

/**
 * Convolution that keeps height and width (zeros beyond the border), with bias, then ReLU or nothing.
 * @param filters channels of the output
 * @param kernel odd, pixels
 */
export function convolution(
  graph: Graph,
  x: Planes,
  filters: number,
  kernel: 1 | 3,
  activation: 'relu' | 'none',
): Planes {
  const [batch, channels, height, width] = x.shape
  const shape: PlaneShape = [batch, filters, height, width]
  const weights = graph.parameter([filters, channels, kernel, kernel], channels * kernel * kernel)
  const bias = graph.parameter([filters], 0)
  const sum = graph.apply('Conv', [x, weights, bias], shape, { attributes: convolving(kernel) })
  const y = activation === 'relu' ? graph.apply('Relu', [sum], shape) : sum
  graph.onBackward(() => {
    const after = graph.gradientOf(y)
    const slope = activation === 'relu' && graph.apply('Sign', [y], shape)
    const gradient = slope ? graph.apply('Mul', [after, slope], shape) : after
    const overPixels = graph.integers([0, 2, 3])
    graph.addGradient(
      bias,
      graph.apply('ReduceSum', [gradient, overPixels], [filters], { attributes: { keepdims: 0 } }),
    )
    graph.addGradient(weights, weightGradient(graph, x, gradient, kernel))
    if (!graph.isFixed(x)) graph.addGradient(x, inputGradient(graph, weights, gradient, x.shape, kernel))
  })
  return y
}
