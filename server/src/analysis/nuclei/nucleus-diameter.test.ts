/** @jest-environment ./test/native-arrays-environment.cjs */
import { windowsOf } from '../../learning/inference/estimate-diameter.ts'
import { noCheckpoints } from '../runtime/checkpoints.ts'
import type { Region } from '../runtime/tiles.ts'
import { type PixelSource, sourceInMemory } from '../sources/pixel-source.ts'
import { fluorescenceImage } from './network-image.ts'
import { diameterSource, expectedDiameter, nucleusDiameterOf } from './nucleus-diameter.ts'
import { formulaModel } from './testing.ts'

const [width, height] = [420, 420]
const levels = { low: 0, high: 200 }
const { network } = formulaModel('intensity')

/** Nuclei on a grid. @param levelAt 0 to 1 by the distance from the centre, px */
const culture = (levelAt: (x: number, y: number) => number, magnification: number | null = null): PixelSource => {
  const samples = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) % 60, Math.floor(i / width) % 60]
    return 200 * levelAt(x - 30, y - 30)
  })
  return sourceInMemory({
    ...{ width, height, pixelSizeUm: null, magnification, channels: ['DAPI'], samplesPerPixel: 1 },
    type: { bits: 8, format: 'uint' },
    planes: [[samples]],
  })
}
const disc = (x: number, y: number): number => Math.max(0, Math.min(1, 1.5 - Math.hypot(x, y) / 16))
/** Two lobes with a furrow between them, as of a nucleus with chromatin in clumps: parted at fine scales, one at coarse ones. */
const lobes = (x: number, y: number): number => Math.max(disc(1.6 * (x - 9), y), disc(1.6 * (x + 9), y))

const automatic = async (image: PixelSource) => {
  const search = { network, ...fluorescenceImage(image, 0, levels) }
  const known = { given: null, image, typicalUm: 10, estimateFirst: true }
  const context = {
    onProgress: () => {},
    checkpoints: noCheckpoints,
    openModel: async () => formulaModel('intensity'),
    tileSize: 2048,
  }
  const diameter = await nucleusDiameterOf(known, search, context, [0, 1])
  return { ...diameter, words: diameterSource(diameter, 10) }
}

test('an estimate is sure where nuclei measure the same at coarser scales', async () => {
  expect(await automatic(culture(disc))).toMatchObject({ from: 'estimated', words: 'estimated from the image' })
})

test('an estimate is doubtful, and says so, where a coarser scale finds larger ones: nuclei are cut', async () => {
  const { px, from, words } = await automatic(culture(lobes))
  expect([from, words]).toEqual(['roughly estimated', expect.stringContaining('but doubtful: give it where')])
  // It is no longer that of a lobe.
  expect(px).toBeGreaterThan(30)
})

test('the magnification that a file states leads an estimate, and is no more than a hint', async () => {
  expect(expectedDiameter(8, { magnification: 40 })).toBe(32)
  expect(expectedDiameter(8, {})).toBeNull()
  const found = []
  for (const magnification of [10, null, 100]) found.push((await automatic(culture(disc, magnification))).px)
  const [low = 0, unknown = 0, high = 0] = found
  expect(low).toBeLessThan(unknown)
  expect(high).toBeGreaterThan(unknown)
  expect(high / low).toBeLessThan(2)
})

test('the only nuclei of a large image are looked at, wherever they lie', async () => {
  // Between the first and the second of five windows across.
  const [piece, width, height] = [{ left: 800, right: 1040 }, 5000, 900]
  const source = {
    ...{ width, height, channels: 1 },
    read: async (region: Region) =>
      Uint8Array.from({ length: region.width * region.height }, (_, i) => {
        const x = region.left + (i % region.width)
        return x >= piece.left && x < piece.right ? (i % 5) * 50 : 10
      }),
  }
  const [window] = await windowsOf(source)
  expect([window && window.left <= piece.left, window && window.left + window.width >= piece.right]).toEqual([
    true,
    true,
  ])
})
