import type { Graph } from '../graph/graph.ts'
import type { PlaneShape, Planes } from '../graph/tensor.ts'

/** Channels [from, to), without a gradient of their own. */
export function channelsOf(graph: Graph, x: Planes, from: number, to: number): Planes {
  const [batch, channels, height, width] = x.shape
  if (from === 0 && to === channels) return x
  const cut = [graph.integers([from]), graph.integers([to]), graph.integers([1])]
  return graph.apply('Slice', [x, ...cut], [batch, to - from, height, width] as PlaneShape)
}

/** The channels of both, those of `a` first. */
export function concatenate(graph: Graph, a: Planes, b: Planes): Planes {
  const [batch, first, height, width] = a.shape
  const all = first + b.shape[1]
  const y = graph.apply('Concat', [a, b], [batch, all, height, width] as PlaneShape, { attributes: { axis: 1 } })
  graph.onBackward(() => {
    const gradient = graph.gradientOf(y)
    graph.addGradient(a, channelsOf(graph, gradient, 0, first))
    graph.addGradient(b, channelsOf(graph, gradient, first, all))
  })
  return y
}
