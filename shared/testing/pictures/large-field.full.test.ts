import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { largeField, largeFieldStrips } from './large-field.ts'

// Drawing pictures is slow on a busy machine.
jest.setTimeout(60_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-field-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the file is a valid TIFF of the size asked for, the same for the same seed', async () => {
  const [a, b] = [join(folder, 'a.tif'), join(folder, 'b.tif')]
  await largeField({ path: a, width: 333, height: 150, seed: 3, pixelSizeUm: 0.25 })
  await largeField({ path: b, width: 333, height: 150, seed: 3, pixelSizeUm: 0.25 })
  expect((await readFile(a)).equals(await readFile(b))).toBe(true)
  const metadata = await sharp(a).metadata()
  expect(metadata).toMatchObject({ width: 333, height: 150, channels: 3, depth: 'uchar', density: 101_600 })
  const pixels = await sharp(a).raw().toBuffer()
  const strips: Buffer[] = []
  for (const strip of largeFieldStrips({ width: 333, height: 150, seed: 3 })) strips.push(Buffer.from(strip))
  expect(pixels.equals(Buffer.concat(strips))).toBe(true)
})

test('the picture is tissue: blue nuclei, pink between them, and not flat', async () => {
  const path = join(folder, 'tissue.tif')
  await largeField({ path, width: 900, height: 700, seed: 1 })
  const { channels } = await sharp(path).stats()
  const [red, green, blue] = channels.map(({ mean }) => mean)
  expect(red).toBeGreaterThan(green ?? 0)
  expect(blue).toBeGreaterThan(green ?? 0)
  for (const { stdev } of channels) expect(stdev).toBeGreaterThan(9)
})

test('a picture beyond a classic TIFF is refused', async () => {
  await expect(largeField({ path: join(folder, 'huge.tif'), width: 60_000, height: 60_000 })).rejects.toThrow(
    RangeError,
  )
  await expect(stat(join(folder, 'huge.tif'))).rejects.toThrow('ENOENT')
})
