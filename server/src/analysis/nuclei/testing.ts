import type { Network } from '../../learning/inference/network.ts'
import { gaussian } from '../operators/gaussian.ts'
import type { NucleusModel } from './open-model.ts'

/** Pixels of the network, of a typical nucleus. */
const DIAMETER = 12

/**
 * A model by one formula instead of weights: what absorbs or shines is nucleus, and its smoothed signal is the depth. For tests of what
 * applications make of nuclei: fast, without onnxruntime, and the same when the trained networks change.
 *
 * @param least mean of the channels from which a pixel is nucleus
 */
export function formulaModel(input: 'absorption' | 'intensity', least = 0.2): NucleusModel {
  const channels = input === 'absorption' ? 3 : 1
  const network: Network = {
    card: { input, channels, diameter: DIAMETER, stride: 8 },
    async run(x, size) {
      const pixels = size.width * size.height
      const mean = new Float32Array(pixels)
      for (let i = 0; i < x.length; i++) mean[i % pixels] = (mean[i % pixels] ?? 0) + (x[i] ?? 0) / channels
      const depth = gaussian(mean, size, DIAMETER / 5)
      const heads = new Float32Array(4 * pixels)
      for (let i = 0; i < pixels; i++) heads[i] = (mean[i] ?? 0) > least ? 1 : 0
      heads.set(depth, 2 * pixels)
      return heads
    },
    release: async () => undefined,
  }
  return { name: 'formula', sha256: 'f'.repeat(64), network }
}
