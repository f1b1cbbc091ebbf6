import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { writeTestTiff } from '../../../test/imaging-tiff.ts'
import { processImage } from '../process-image.ts'
import { readLevelSamples, withPyramid } from './plane-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-floats-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The samples of the tiles of the largest level, and the range of the only channel. */
const storedOf = async (source: string, bits: 32 | 64) => {
  const outputDir = await mkdtemp(join(folder, 'out-'))
  const description = await processImage({ source, kind: 'TwoDimensions', originalName: 'image.tif', outputDir })
  const { samples } = await withPyramid(join(outputDir, 'plane-c0-t0.tif'), (pyramid) =>
    readLevelSamples(pyramid, pyramid.levels.length - 1, { bits, format: 'float' }),
  )
  const [channel] = description.channels
  return { samples, range: [channel?.min, channel?.max], description }
}

const extremes = (values: Iterable<number>) => {
  const finite = [...values].filter(Number.isFinite)
  return [Math.min(...finite), Math.max(...finite)]
}

test('floats are stored as they are: fractions, tiny and negative values, and values that are no numbers', async () => {
  const [width, height] = [40, 30]
  const values = Float32Array.from({ length: width * height }, (_, i) => Math.sin(i) * 10 ** ((i % 9) - 6))
  values[7] = Number.NaN
  values[8] = Number.POSITIVE_INFINITY
  const tags: [number, number][] = [
    [256, width],
    [257, height],
    [258, 32],
    [259, 1],
    [262, 1],
    [277, 1],
    [278, height],
    [339, 3],
  ]
  const path = join(folder, 'floats.tif')
  await writeFile(path, writeTestTiff([{ tags, segments: [new Uint8Array(values.buffer)] }]))
  const { samples, range, description } = await storedOf(path, 32)
  expect(description).toMatchObject({ bitDepth: 32, sampleFormat: 'float' })
  expect([...samples]).toEqual([...values])
  expect(range).toEqual(extremes(values))
})

describeWithData('real files of floats', () => {
  test.each([
    ['tiff_variants/libtiffpic/caspian.tif', 64],
    ['tiff_variants/image-tiff/random-fp16.tiff', 32],
  ] as const)('%s has the values that geotiff.js reads', async (path, bits) => {
    const tiff = await fromFile(dataPath(path))
    const [values = new Float64Array()] = await (await tiff.getImage()).readRasters()
    tiff.close()
    const { samples, range } = await storedOf(dataPath(path), bits)
    expect([...samples]).toEqual([...values])
    expect(range).toEqual(extremes(values))
  })
})
