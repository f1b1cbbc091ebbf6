import sharp from 'sharp'
import { multichannelOmeTiff, timeSeriesOmeTiff, zStackOmeTiff } from './ome-tiff-fields.ts'

const small = { width: 96, height: 80, cells: 3, radius: 9 }

async function counts(bytes: Buffer, page: number): Promise<Uint16Array> {
  const data = await sharp(bytes, { page }).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer()
  return new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
}

/** Mean squared difference of neighbours: the usual measure of sharpness. */
function sharpness(plane: Uint16Array, width: number): number {
  return plane.reduce((sum, value, i) => sum + (i % width ? (value - (plane[i - 1] ?? 0)) ** 2 : 0), 0) / plane.length
}

const descriptionOf = (bytes: Buffer) => {
  const text = bytes.toString('utf8')
  return text.slice(text.indexOf('<?xml'), text.indexOf('</OME>') + 6)
}

test('a multichannel picture has one 16-bit page per channel, with names and pixel size', async () => {
  const { bytes, channelNames } = multichannelOmeTiff({ ...small, pixelSizeUm: 0.65 })
  expect(channelNames).toEqual(['DAPI', 'Tubulin', 'E-cadherin'])
  const metadata = await sharp(bytes).metadata()
  expect(metadata).toMatchObject({ width: 96, height: 80, pages: 3, depth: 'ushort', channels: 1 })
  const xml = descriptionOf(bytes)
  expect(xml).toContain('SizeX="96" SizeY="80" SizeC="3" SizeZ="1" SizeT="1"')
  expect(xml).toContain('PhysicalSizeX="0.65" PhysicalSizeXUnit="µm"')
  for (const name of channelNames) expect(xml).toContain(`Name="${name}"`)
  const [nuclei, fibres] = [await counts(bytes, 0), await counts(bytes, 1)]
  expect(nuclei).not.toEqual(fibres)
  expect(nuclei.reduce((high, value) => Math.max(high, value), 0)).toBeGreaterThan(3000)
})

test.each([1, 2, 7])('%s channels are as many pages', async (channels) => {
  const { bytes, channelNames } = multichannelOmeTiff({ ...small, channels })
  expect(channelNames).toHaveLength(channels)
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(channels)
})

test('a z stack is sharpest near its middle', async () => {
  const { bytes, sizeZ } = zStackOmeTiff({ ...small, sizeZ: 9 })
  expect(sizeZ).toBe(9)
  expect(descriptionOf(bytes)).toContain('PhysicalSizeZ="1"')
  const planes = await Promise.all(Array.from({ length: 9 }, (_, z) => counts(bytes, z)))
  const sharpnesses = planes.map((plane) => sharpness(plane, 96))
  const best = sharpnesses.indexOf(Math.max(...sharpnesses))
  expect(best).toBeGreaterThan(1)
  expect(best).toBeLessThan(7)
})

test('a time series moves', async () => {
  const { bytes } = timeSeriesOmeTiff({ ...small, sizeT: 4 })
  expect(descriptionOf(bytes)).toContain('SizeT="4"')
  expect(await counts(bytes, 0)).not.toEqual(await counts(bytes, 3))
})

test('the same seed gives the same bytes', () => {
  expect(multichannelOmeTiff(small).bytes.equals(multichannelOmeTiff(small).bytes)).toBe(true)
  expect(multichannelOmeTiff({ ...small, seed: 2 }).bytes.equals(multichannelOmeTiff(small).bytes)).toBe(false)
})

test('too many cells are refused', () => {
  expect(() => multichannelOmeTiff({ ...small, cells: 500 })).toThrow(RangeError)
})
