import * as z from 'zod'
import { Graph } from './graph/graph.ts'
import { HALF_SUFFIX, inferenceModel, type Precision } from './graph/models.ts'
import { headsOutput, outputsOf } from './layers/heads.ts'
import { strideOf, type UnetShape, unet } from './layers/unet.ts'
import { type InputKind, NUCLEUS_HEAD_COUNTS } from './network-input.ts'
import { readInitializers, readMetadata } from './onnx/read-model.ts'

const metadataSchema = z.object({
  input: z.enum(['absorption', 'intensity']),
  channels: z.coerce.number().int().positive(),
  /** Of a typical nucleus in the pixels of the network. */
  diameter: z.coerce.number().positive(),
  stride: z.coerce.number().int().positive(),
})
/** How the input of a model is to be prepared. */
export type NucleusModelCard = z.infer<typeof metadataSchema>

/** The network of a nucleus detector with its trained parameters as an ONNX file, whose metadata describe its input. */
export function nucleusModel(
  network: Omit<UnetShape, 'outputs'>,
  parameters: Float32Array,
  input: InputKind,
  diameter: number,
  precision?: Precision,
): Uint8Array {
  const graph = new Graph('inference')
  const shape = { ...network, outputs: outputsOf(NUCLEUS_HEAD_COUNTS) }
  const stride = strideOf(shape)
  const x = graph.input('x', [1, network.channels, stride, stride] as const)
  const output = headsOutput(graph, unet(graph, x, shape), NUCLEUS_HEAD_COUNTS)
  const card = { input, channels: `${network.channels}`, diameter: `${diameter}`, stride: `${stride}` }
  return inferenceModel(graph, x, output, parameters, card, precision)
}

/** @throws ZodError for a model of another kind */
export const nucleusModelCard = (model: Uint8Array): NucleusModelCard => metadataSchema.parse(readMetadata(model))

/** The trained parameters of a model, flat: what `nucleusModel` was given. */
export function parametersOf(model: Uint8Array): Float32Array {
  const constants = readInitializers(model)
  const parts: Float32Array[] = []
  const part = (index: number) => constants.get(`p${index}`) ?? constants.get(`p${index}${HALF_SUFFIX}`)
  for (let next = part(0); next; next = part(parts.length)) parts.push(next)
  return Float32Array.from(parts.flatMap((values) => [...values]))
}
