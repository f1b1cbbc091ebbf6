import type { Size } from '../../analysis/operators/size.ts'
import { type NucleusModelCard, nucleusModelCard } from '../nucleus-model.ts'
import { InferenceSession, Tensor } from '../onnx/runtime.ts'

/** A network that is loaded and runs. */
export interface Network {
  card: NucleusModelCard
  /** @param x planes of the size given, one after the other @returns heads, one plane after the other, of memory that is the caller's */
  run(x: Float32Array, size: Size): Promise<Float32Array<ArrayBuffer>>
  release(): Promise<void>
}

/**
 * @param threads of onnxruntime; with any number the same input gives the same output
 * @throws ZodError for a model of another kind, Error for none
 */
export async function openNetwork(model: Uint8Array, threads = 1): Promise<Network> {
  const card = nucleusModelCard(model)
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Otherwise the memory of the largest block of each shape stays taken.
    enableMemPattern: false,
  })
  return {
    card,
    async run(x, { width, height }) {
      const { out } = await session.run({ x: new Tensor('float32', x, [1, card.channels, height, width]) })
      if (!(out?.data instanceof Float32Array)) throw new Error('the network has no output of the name out')
      // Never shared memory.
      return out.data as Float32Array<ArrayBuffer>
    },
    release: () => session.release(),
  }
}
