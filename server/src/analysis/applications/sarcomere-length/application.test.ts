import { normal, seededRandom } from '../../../learning/random.ts'
import golden from './golden.json'
import { run } from './testing.ts'

interface Stripes {
  side: number
  /** µm. */
  length: number
  pixelUm: { x: number; y: number }
  /** Radians from the horizontal. */
  angle: number
  noise?: number
}
/** Dark lines, a light band around each, and noise, as Z lines and I bands are. */
const stripes = ({ side, length, pixelUm, angle, noise = 12 }: Stripes): Uint8Array => {
  const random = seededRandom(7)
  return Uint8Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [(at % side) * pixelUm.x, Math.floor(at / side) * pixelUm.y]
    const along = x * Math.cos(angle) + y * Math.sin(angle)
    const phase = Math.abs(along / length - Math.round(along / length)) * length
    const level = phase < 0.04 ? 70 : phase < 0.2 ? 180 : 130
    return Math.max(0, Math.min(255, level + noise * normal(random)))
  })
}
const released: Stripes = { side: 420, length: 1.9, pixelUm: { x: 0.02, y: 0.02 }, angle: 0.4 }
// Recorded when the version was released: it never changes its numbers (ADR 45).
test('the same numbers', async () => {
  expect(await run(stripes(released), released.side, released.pixelUm)).toEqual(golden.stripes)
})

test.each([
  { length: 1.6, angle: 0, pixelUm: { x: 0.02, y: 0.02 } },
  { length: 1.85, angle: 1.2, pixelUm: { x: 0.02, y: 0.02 } },
  { length: 2.1, angle: -0.7, pixelUm: { x: 0.02, y: 0.03 } },
  { length: 2.4, angle: Math.PI / 2, pixelUm: { x: 0.1, y: 0.1 } },
])('D3-1-24 lines every $length µm in the direction $angle are measured to 2 %', async (given) => {
  const side = Math.ceil(8.4 / given.pixelUm.x)
  const { figures, bars } = await run(stripes({ ...given, side }), side, given.pixelUm)
  expect(Math.abs((figures.sarcomereLength ?? 0) / given.length - 1)).toBeLessThan(0.02)
  // The bars that are drawn over the picture have this length and run along the fibres.
  const [x, y] = [
    ((bars[2] ?? 0) - (bars[0] ?? 0)) * given.pixelUm.x,
    ((bars[3] ?? 0) - (bars[1] ?? 0)) * given.pixelUm.y,
  ]
  expect(Math.abs(x * Math.cos(given.angle) + y * Math.sin(given.angle))).toBeCloseTo(given.length, 1)
})

const px = { x: 0.02, y: 0.02 }
/** Stripes of one distance, in each quarter in another direction: alike by chance, not one muscle. */
const patches = () => {
  const parts = [0, 0.8, 2.4, 1.6].map((angle) => stripes({ ...released, angle }))
  return Uint8Array.from({ length: 420 * 420 }, (_, at) => {
    const quarter = (at % 420 < 210 ? 0 : 1) + (at < 210 * 420 ? 0 : 2)
    return parts[quarter]?.[at] ?? 0
  })
}
const noise = () => {
  const random = seededRandom(3)
  return Uint8Array.from({ length: 420 * 420 }, () => 128 + 30 * normal(random))
}
test.each([
  ['noise', noise],
  ['one grey', () => new Uint8Array(420 * 420)],
  ['a smooth shade', () => Uint8Array.from({ length: 420 * 420 }, (_, i) => (i % 420) / 2)],
])('an empty image (%s) has no length, and no field with a clear period', async (_, draw) => {
  const { figures } = await run(draw(), 420, px)
  expect(figures).toMatchObject({ sarcomereLength: null, meanLength: null, clearFields: 0 })
  expect(figures.fields).toBeGreaterThan(3)
})

test.each([
  ['patches', patches, 420, px, /none has a clear period .* that goes on in the next field/],
  ['another period', () => stripes({ ...released, length: 3.6 }), 420, px, /clear period/],
  ['too small a piece', () => stripes({ ...released, side: 300 }), 300, px, /smaller than 8 × 8 µm/],
  [
    'too coarse pixels',
    () => stripes({ ...released, pixelUm: { x: 0.2, y: 0.2 } }),
    420,
    { x: 0.2, y: 0.2 },
    /too large/,
  ],
] as const)('an image of %s is refused in words', async (_, draw, side, pixelSize, words) => {
  const refused = expect(run(draw(), side, pixelSize)).rejects
  await refused.toMatchObject({ name: 'AnalysisRefused', message: expect.stringMatching(words) })
})
