import type { Graph } from '../graph/graph.ts'
import type { PlaneShape, Planes } from '../graph/tensor.ts'

const HALVING = { kernel_shape: [2, 2], strides: [2, 2] }

/** The largest of each 2 × 2 pixels. */
export function maxPool(graph: Graph, x: Planes): Planes {
  const [batch, channels, height, width] = x.shape
  const y = graph.tensor([batch, channels, height / 2, width / 2] as PlaneShape)
  const places = graph.tensor(y.shape)
  const outputs = graph.isTraining ? [y.name, places.name] : [y.name]
  graph.nodes.push({ operator: 'MaxPool', inputs: [x.name], outputs, attributes: HALVING })
  graph.onBackward(() => {
    const inputs = [graph.gradientOf(y), places, graph.integers(x.shape)]
    graph.addGradient(x, graph.apply('MaxUnpool', inputs, x.shape, { attributes: HALVING }))
  })
  return y
}

/** Each pixel becomes 2 × 2 equal ones. */
export function upsample(graph: Graph, x: Planes): Planes {
  const [batch, channels, height, width] = x.shape
  const shape: PlaneShape = [batch, channels, 2 * height, 2 * width]
  const attributes = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
  const y = graph.apply('Resize', [x, null, graph.floats([1, 1, 2, 2])], shape, { attributes })
  graph.onBackward(() => {
    const mean = graph.apply('AveragePool', [graph.gradientOf(y)], x.shape, { attributes: HALVING })
    graph.addGradient(x, graph.apply('Mul', [mean, graph.scalar(4)], x.shape))
  })
  return y
}

const SHUFFLE = { attributes: { blocksize: 2 } }

/** 2 × 2 pixels become 4 times the channels at half the resolution; `depthToSpace` is its exact inverse. */
export function spaceToDepth(graph: Graph, x: Planes): Planes {
  const [batch, channels, height, width] = x.shape
  const y = graph.apply('SpaceToDepth', [x], [batch, channels * 4, height / 2, width / 2] as PlaneShape, SHUFFLE)
  if (graph.isFixed(x)) graph.fix(y)
  else
    graph.onBackward(() => graph.addGradient(x, graph.apply('DepthToSpace', [graph.gradientOf(y)], x.shape, SHUFFLE)))
  return y
}

/** 4 channels become 2 × 2 pixels (Shi et al. 2016, sub-pixel convolution). */
export function depthToSpace(graph: Graph, x: Planes): Planes {
  const [batch, channels, height, width] = x.shape
  const y = graph.apply('DepthToSpace', [x], [batch, channels / 4, height * 2, width * 2] as PlaneShape, SHUFFLE)
  graph.onBackward(() => graph.addGradient(x, graph.apply('SpaceToDepth', [graph.gradientOf(y)], x.shape, SHUFFLE)))
  return y
}
