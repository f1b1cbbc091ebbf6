import type { Graph } from '../graph/graph.ts'
import type { Planes } from '../graph/tensor.ts'
import { concatenate } from './channels.ts'
import { convolution } from './convolution.ts'
import { depthToSpace, maxPool, spaceToDepth, upsample } from './resolution.ts'

export interface UnetShape {
  /** Of the input. */
  channels: number
  /** Channels per level, finest first; multiples of 16 suit the vector units of processors. */
  widths: readonly number[]
  /** Channels of the output. */
  outputs: number
}

/** Height and width of the input must be multiples of this. */
export const strideOf = ({ widths }: UnetShape): number => 2 ** widths.length

/**
 * U-Net (Ronneberger et al. 2015) that works at half the resolution of its input and output: the first and last layer
 * exchange 2 × 2 pixels and channels, which makes every other layer four times as cheap.
 * @returns planes of the input's height and width
 */
export function unet(graph: Graph, x: Planes, { widths, outputs }: UnetShape): Planes {
  const twice = (planes: Planes, width: number) =>
    convolution(graph, convolution(graph, planes, width, 3, 'relu'), width, 3, 'relu')
  const skipped: { planes: Planes; width: number }[] = []
  let planes = spaceToDepth(graph, x)
  for (const [level, width] of widths.entries()) {
    planes = twice(level === 0 ? planes : maxPool(graph, planes), width)
    skipped.push({ planes, width })
  }
  for (const skip of skipped.slice(0, -1).reverse()) {
    // Narrowed before it is enlarged: the widest convolution costs half.
    const narrowed = convolution(graph, planes, skip.width, 1, 'relu')
    planes = twice(concatenate(graph, upsample(graph, narrowed), skip.planes), skip.width)
  }
  return depthToSpace(graph, convolution(graph, planes, outputs * 4, 1, 'none'))
}
