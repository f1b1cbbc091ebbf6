/** @jest-environment ./test/native-arrays-environment.cjs */

import { Graph } from './graph/graph.ts'
import { initialParameters } from './graph/models.ts'
import { openNetwork } from './inference/network.ts'
import { outputsOf } from './layers/heads.ts'
import { unet } from './layers/unet.ts'
import { NUCLEUS_HEAD_COUNTS } from './network-input.ts'
import { nucleusModel, nucleusModelCard, parametersOf } from './nucleus-model.ts'
import { seededRandom } from './random.ts'

const network = { channels: 1, widths: [4, 6] }
const parameters = (() => {
  const graph = new Graph('inference')
  unet(graph, graph.input('x', [1, 1, 4, 4] as const), { ...network, outputs: outputsOf(NUCLEUS_HEAD_COUNTS) })
  return initialParameters(graph, seededRandom(1))
})()

test('the parameters of a model are read as it was given them; in 16 bits they are rounded', () => {
  const single = nucleusModel(network, parameters, 'intensity', 24)
  const half = nucleusModel(network, parameters, 'intensity', 24, 'half')
  expect(parametersOf(single)).toEqual(parameters)
  expect(parametersOf(half)).toEqual(Float32Array.from(Float16Array.from(parameters)))
  expect(nucleusModelCard(half)).toEqual(nucleusModelCard(single))
})

test('with parameters in 16 bits the file is smaller, and the network gives nearly the same', async () => {
  const models = (['single', 'half'] as const).map((precision) =>
    nucleusModel(network, parameters, 'intensity', 24, precision),
  )
  const heads: Float32Array[] = []
  for (const model of models) {
    const opened = await openNetwork(model)
    heads.push(
      await opened.run(
        Float32Array.from({ length: 256 }, (_, i) => (i % 7) / 7),
        { width: 16, height: 16 },
      ),
    )
    await opened.release()
  }
  const [single, half] = heads
  expect(half?.every((value, i) => Math.abs(value - (single?.[i] ?? 0)) < 0.02)).toBe(true)
})
