import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { uint8 } from '../sample-type.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import { readLevelPicture, withPyramid } from './plane-file.ts'
import { luminanceStatistics } from './statistics.ts'
import { writeColourThumbnail } from './thumbnail.ts'
import { jpegTiles, type TileEncoding, webpTiles } from './tile-encodings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-kept-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A picture of gradients with some noise, of that width. */
const picture = (width: number, height: number) => {
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 7 + Math.floor(i / width) * 3) % 251)
  const rows = async (top: number, count: number) => data.subarray(3 * width * top, 3 * width * (top + count))
  return { width, height, type: uint8, samples: 3, plane: { via: 'bands', rows } } as const
}

test('levels that are kept have the pixels that are decoded from the file, and give the same histogram and thumbnail', async () => {
  const side = fc.integer({ min: 1, max: 2_300 })
  const example = fc.oneof(
    fc.tuple(side, fc.integer({ min: 1, max: 300 })),
    fc.tuple(fc.integer({ min: 1, max: 300 }), side),
  )
  await fc.assert(
    fc.asyncProperty(example, async ([width, height]) => {
      const file = join(folder, 'kept.tif')
      const kept = await writeBandPyramid(picture(width, height), file, webpTiles)
      await withPyramid(file, async (pyramid) => {
        const small = pyramid.levels.filter((level) => Math.max(level.width, level.height) <= 2_048)
        expect(kept.toReversed().map((level) => [level.width, level.height])).toEqual(
          small.map((level) => [level.width, level.height]),
        )
        for (const [z, level] of kept.toReversed().entries()) {
          expect(Buffer.compare((await readLevelPicture(pyramid, z)).data, level.data)).toBe(0)
        }
      })
      expect(await luminanceStatistics(file, kept)).toEqual(await luminanceStatistics(file))
      const [a, b] = [join(folder, 'a.jpg'), join(folder, 'b.jpg')]
      await writeColourThumbnail(file, a, kept)
      await writeColourThumbnail(file, b)
      expect(Buffer.compare(await readFile(a), await readFile(b))).toBe(0)
    }),
    { numRuns: 15 },
  )
})

test('levels of tiles with losses are not kept: what is shown is what is in the file', async () => {
  expect(await writeBandPyramid(picture(300, 200), join(folder, 'lossy.tif'), jpegTiles)).toEqual([])
})

test('tiles are in the file in the same order, whichever is encoded first', async () => {
  const write = async (name: string, late: (call: number) => boolean) => {
    let calls = 0
    const encode: TileEncoding['encode'] = async (tile) => {
      if (late(calls++)) for (let extra = 0; extra < 4; extra++) await webpTiles.encode(tile)
      return webpTiles.encode(tile)
    }
    const file = join(folder, name)
    await writeBandPyramid(picture(900, 1_100), file, { ...webpTiles, encode })
    return readFile(file)
  }
  const inTurn = await write('in-turn.tif', () => false)
  expect(Buffer.compare(await write('first-late.tif', (call) => call < 6), inTurn)).toBe(0)
  expect(Buffer.compare(await write('even-late.tif', (call) => call % 2 === 0), inTurn)).toBe(0)
})

test.each([0, 5, 17])('an encoder that fails ends the writing with its error: tile %i', async (failing) => {
  let calls = 0
  const encode: TileEncoding['encode'] = async (tile) => {
    if (calls++ === failing) throw new Error('no room')
    return webpTiles.encode(tile)
  }
  const written = writeBandPyramid(picture(900, 1_100), join(folder, 'failed.tif'), { ...webpTiles, encode })
  await expect(written).rejects.toThrow('no room')
})
