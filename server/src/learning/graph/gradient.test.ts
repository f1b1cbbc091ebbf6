/** @jest-environment ./test/native-arrays-environment.cjs */
import { type HeadCounts, headsLoss } from '../layers/heads.ts'
import { unet } from '../layers/unet.ts'
import { InferenceSession, Tensor } from '../onnx/runtime.ts'
import { seededRandom } from '../random.ts'
import { Graph } from './graph.ts'
import { initialParameters, trainingModel } from './models.ts'

const shapes: [name: string, widths: number[], heads: HeadCounts][] = [
  ['two levels, probabilities and values', [6, 8], { probabilities: 2, values: 1 }],
  ['three levels, probabilities only', [4, 4, 6], { probabilities: 2, values: 0 }],
]

/** Loss and gradient of a small U-Net as functions of its parameters. */
const networkOf = async (widths: number[], heads: HeadCounts) => {
  const random = seededRandom(3)
  const outputs = heads.probabilities + heads.values
  const graph = new Graph('training')
  const x = graph.input('x', [2, 2, 16, 16] as const)
  const [target, weight] = [
    graph.input('target', [2, outputs, 16, 16] as const),
    graph.input('weight', [2, outputs, 16, 16] as const),
  ]
  const loss = headsLoss(graph, unet(graph, x, { channels: 2, widths, outputs }), target, weight, heads)
  const session = await InferenceSession.create(trainingModel(graph, [x, target, weight], loss), {
    intraOpNumThreads: 1,
  })
  const numbers = ({ shape }: { shape: readonly number[] }) =>
    new Tensor('float32', Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, random), shape)
  const feeds = { x: numbers(x), target: numbers(target), weight: numbers(weight) }
  const run = async (parameters: Float32Array) => {
    const out = await session.run({ ...feeds, parameters: new Tensor('float32', parameters, [parameters.length]) })
    return { loss: Number(out.loss?.data[0]), gradient: out.gradient?.data as Float32Array }
  }
  return { start: initialParameters(graph, random), run }
}

test.each(shapes)('the gradient is that of finite differences: %s', async (_, widths, heads) => {
  const { start, run } = await networkOf(widths, heads)
  const { gradient } = await run(start)
  const step = 1e-3
  let checked = 0
  for (let i = 0; i < start.length; i += 29) {
    const moved = (by: number) => start.map((value, at) => (at === i ? value + by : value))
    const slope = ((await run(moved(step))).loss - (await run(moved(-step))).loss) / (2 * step)
    const analytic = gradient[i] ?? Number.NaN
    // Kinks of ReLU and max pooling within the step, and 24 bits of the loss, leave this much.
    expect(Math.abs(slope - analytic)).toBeLessThan(0.06 * (Math.abs(analytic) + 0.02))
    checked += 1
  }
  expect(checked).toBeGreaterThan(30)
  expect(Math.hypot(...gradient)).toBeGreaterThan(0.03)
})

test('a parameter without influence on the loss is named, not given a gradient of nothing', () => {
  const graph = new Graph('training')
  const x = graph.input('x', [1, 1, 4, 4] as const)
  graph.parameter([3], 1)
  const loss = graph.apply('ReduceSum', [x], [], { attributes: { keepdims: 0 } })
  expect(() => trainingModel(graph, [x], loss)).toThrow('no gradient reached p0')
})
