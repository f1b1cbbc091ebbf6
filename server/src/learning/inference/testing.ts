import { Graph } from '../graph/graph.ts'
import { initialParameters } from '../graph/models.ts'
import { outputsOf } from '../layers/heads.ts'
import { unet } from '../layers/unet.ts'
import { NUCLEUS_HEAD_COUNTS } from '../network-input.ts'
import { nucleusModel } from '../nucleus-model.ts'
import { seededRandom } from '../random.ts'
import type { InterleavedSource } from './interleaved-source.ts'

/** A small network with initial parameters: its output varies with the picture. */
export function untrainedModel(diameter: number, seed: number): Uint8Array {
  const network = { channels: 3, widths: [4, 6] }
  const graph = new Graph('training')
  const x = graph.input('x', [1, 3, 8, 8] as const)
  unet(graph, x, { ...network, outputs: outputsOf(NUCLEUS_HEAD_COUNTS) })
  return nucleusModel(network, initialParameters(graph, seededRandom(seed)), 'absorption', diameter)
}

/** A picture of three channels in memory. */
export function pictureSource(width: number, height: number, data: Uint8Array): InterleavedSource {
  return {
    width,
    height,
    channels: 3,
    read: async (region) => {
      const samples = new Uint8Array(region.width * region.height * 3)
      for (let y = 0; y < region.height; y++) {
        const from = ((region.top + y) * width + region.left) * 3
        samples.set(data.subarray(from, from + region.width * 3), y * region.width * 3)
      }
      return samples
    },
  }
}
