import { rgbInMemory } from '../../sources/rgb.ts'
import { collagenArea } from './application.ts'
import golden from './golden.json'
import { run } from './testing.ts'

type Triple = readonly [number, number, number]
const white: Triple = [240, 240, 238]
/** Optical densities: Landini's vectors of ImageJ for methyl blue and Ponceau fuchsin, and others. */
const blue: Triple = [0.48, 0.35, 0.06]
const red: Triple = [0.06, 0.45, 0.4]
const dark: Triple = [0.75, 0.85, 0.6]
const glass: Triple = [0, 0, 0]
const brown: Triple = [0.16, 0.34, 0.47]
const hematoxylin: Triple = [0.4, 0.43, 0.17]
const eosin: Triple = [0.1, 0.4, 0.28]

const side = 400
/** A picture in squares of 40 px whose dyes follow from their number, 0 to 99. */
const squares = (dyeOf: (square: number) => Triple, light: Triple = white) => {
  const data = new Uint8Array(side * side * 3)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [at % side, Math.floor(at / side)]
    const dye = dyeOf(10 * Math.floor(y / 40) + Math.floor(x / 40))
    for (let i = 0; i < 3; i++) data[3 * at + i] = Math.round((light[i] ?? 0) * 10 ** -(dye[i] ?? 0))
  }
  return { data, width: side, height: side, pixelSizeUm: { x: 0.5, y: 0.5 } }
}
/** Of 100 squares 40 glass, 18 blue, 36 red, 6 dark. */
const section = () => squares((i) => (i < 40 ? glass : i % 10 < 3 ? blue : i % 10 < 9 ? red : dark))

// Recorded when the version was released: it never changes its numbers (ADR 45).
test('the same numbers', async () => {
  expect(await run(section(), { fieldUm: 50 })).toEqual(golden.section)
})

test('D3-1-24 shares are those of the dyes, whatever their amount and the fields of the map', async () => {
  const { figures } = await run(section())
  expect(figures).toMatchObject({ collagenShare: 30, redShare: 60, darkShare: 10 })
  expect(figures.collagenArea).toBeCloseTo((18 * 1600 * 0.25) / 1e6, 9)
  const { figures: other } = await run(section(), { fieldUm: 117 })
  expect(other.collagenShare).toBe(figures.collagenShare)
  const pale = squares((i) => (i < 40 ? glass : ((i % 10 < 3 ? blue : red).map((od) => od / 2) as unknown as Triple)))
  expect((await run(pale)).figures.collagenShare).toBe(30)
})

const problems: [string, (square: number) => Triple, Triple, RegExp][] = [
  ['hematoxylin and eosin', (i) => [glass, hematoxylin, eosin][i % 3] ?? glass, white, /separate|blue/],
  ['hematoxylin and DAB', (i) => [glass, hematoxylin, brown][i % 3] ?? glass, white, /neither the blue nor the red/],
  ['one dye', (i) => (i % 2 ? glass : red), white, /0\.0 % of the stained pixels are blue/],
  ['black', (i) => (i % 2 ? glass : dark), white, /so dark/],
  ['no white light', (i) => (i % 3 ? red : blue), [150, 120, 110], /No clear, white glass/],
]
test('of clear glass there is an area of 0, and no share', async () => {
  const { figures } = await run(squares(() => glass))
  expect(figures).toMatchObject({ collagenShare: null, redShare: null, collagenArea: 0, tissueArea: 0, fields: 0 })
})

test.each([255, 0])('what was cut out with the level %d is no tissue', async (level) => {
  const { data, ...size } = section()
  // The upper four rows of squares are glass: filling begins inside them.
  data.fill(level, 0, 3 * side * 100)
  const { figures } = await run({ data, ...size })
  expect(figures).toMatchObject({ collagenShare: 30, redShare: 60, darkShare: 10, tissueArea: 0.024 })
})

test.each(problems)('an image of %s is refused in words', async (_, dyeOf, light, words) => {
  const refused = expect(collagenArea.run(rgbInMemory(squares(dyeOf, light)), {})).rejects
  await refused.toMatchObject({ name: 'AnalysisRefused', message: expect.stringMatching(words) })
})
