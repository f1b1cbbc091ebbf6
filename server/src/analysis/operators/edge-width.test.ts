import { collectEdges, type EdgeSamples, edgeWidthOf } from './edge-width.ts'
import { gaussian } from './gaussian.ts'

const size = { width: 160, height: 160 }
const everywhere = new Uint8Array(size.width * size.height).fill(1)
/** Discs of diameter 40 on a ground. */
const discs = (contrast: number) =>
  Float32Array.from(everywhere, (_, i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    return Math.hypot((x % 80) - 40, (y % 80) - 40) < 20 ? contrast : 0
  })
const widthOf = (plane: Float32Array, mask = everywhere) => {
  const edges: EdgeSamples = { gradients: [], ratios: [] }
  collectEdges(plane, mask, size, edges)
  return edgeWidthOf(edges)
}

test.each([1.5, 2, 3, 5])('edges that were blurred by %s pixels have that width, whatever their contrast', (sigma) => {
  for (const contrast of [10, 200]) {
    const width = widthOf(gaussian(discs(contrast), size, sigma))
    expect(Math.abs((width ?? 0) / sigma - 1)).toBeLessThan(0.15)
  }
})

test('sharp edges are below one pixel', () => {
  expect(widthOf(discs(100))).toBeLessThan(1)
})

test('there is no width without edges or objects', () => {
  expect(widthOf(new Float32Array(everywhere.length).fill(7))).toBeNull()
  expect(widthOf(discs(100), new Uint8Array(everywhere.length))).toBeNull()
})
