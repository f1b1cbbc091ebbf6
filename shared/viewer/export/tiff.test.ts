import sharp from 'sharp'
import { encodeTiff } from './tiff.ts'

const [width, height] = [37, 21]
const rgba = Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 256))

test('a TIFF of the view has its pixels without loss and their size as resolution', async () => {
  const blob = await encodeTiff({ width, height, rgba, pixelSize: { x: 0.5, y: 0.25 } })
  const file = Buffer.from(await blob.arrayBuffer())
  const read = sharp(file)
  // sharp states pixels per inch, of both directions the first.
  expect(await read.metadata()).toMatchObject({
    format: 'tiff',
    width,
    height,
    channels: 3,
    depth: 'uchar',
    density: 50_800,
  })
  const pixels = await read.raw().toBuffer()
  expect(pixels).toEqual(Buffer.from(rgba.filter((_, at) => at % 4 !== 3)))
  const text = file.toString('latin1')
  expect(text).toContain('unit=micron')
})

test.each([
  [0.001, 10_000_000],
  [0.325, 30_769.231],
  [12.5, 800],
])('%d µm are %d pixels per centimetre', async (um, expected) => {
  const blob = await encodeTiff({ width, height, rgba, pixelSize: { x: um, y: um } })
  const view = new DataView(await blob.arrayBuffer())
  const start = view.getUint32(4, true)
  for (let at = 0; at < view.getUint16(start, true); at++) {
    const entry = start + 2 + 12 * at
    if (view.getUint16(entry, true) !== 282) continue
    const place = view.getUint32(entry + 8, true)
    expect(view.getUint32(place, true) / view.getUint32(place + 4, true)).toBeCloseTo(expected, 2)
    return
  }
  throw new Error('There is no resolution')
})

test('without a pixel size a TIFF states none', async () => {
  const blob = await encodeTiff({ width, height, rgba, pixelSize: null })
  const { density, resolutionUnit } = await sharp(Buffer.from(await blob.arrayBuffer())).metadata()
  expect([density, resolutionUnit]).not.toContain('cm')
  expect(Buffer.from(await blob.arrayBuffer()).toString('latin1')).not.toContain('micron')
})
