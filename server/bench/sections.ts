import sharp from 'sharp'
import { seededRandom } from '../src/learning/random.ts'
import { photograph } from '../src/learning/synthesis/camera.ts'
import { drawHDab } from '../src/learning/synthesis/h-dab.ts'

/** A nucleus of 8 µm at 0.5 µm per pixel. */
export const DIAMETER = 16
export const FIELD = { width: 768, height: 768 }
/** Sharp wants pixels per millimetre. */
const PER_MM = 2000
const GLASS = 240
/** Of a fluorescence image, where nothing shines. */
const DARK = 10

/** One generated field, red, green and blue interleaved. */
export const hDabField = async (): Promise<Uint8Array> => {
  const random = seededRandom(3)
  return (await photograph(random, drawHDab(random, FIELD, DIAMETER))).rgb
}

/** Repeats a field over a square; of `every` places in a row one has the field, the others have one level: glass, or dark. */
function repeat(field: Uint8Array, channels: 1 | 3, side: number, every: number): Uint8Array {
  const data = new Uint8Array(side * side * channels).fill(channels === 3 ? GLASS : DARK)
  const rowBytes = FIELD.width * channels
  for (let y = 0; y < side; y++) {
    const from = (y % FIELD.height) * rowBytes
    const row = Math.floor(y / FIELD.height)
    for (let column = 0; column * FIELD.width < side; column++) {
      if ((column + 2 * row) % every !== 0) continue
      const pixels = Math.min(FIELD.width, side - column * FIELD.width)
      data.set(field.subarray(from, from + pixels * channels), (y * side + column * FIELD.width) * channels)
    }
  }
  return data
}

const write = async (file: string, data: Uint8Array, side: number, channels: 1 | 3): Promise<void> => {
  await sharp(data, { raw: { width: side, height: side, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .tiff({
      ...(channels === 3 ? { compression: 'jpeg', quality: 90 } : { compression: 'deflate' }),
      tile: true,
      tileWidth: 256,
      tileHeight: 256,
      xres: PER_MM,
      yres: PER_MM,
      resolutionUnit: 'cm',
    })
    .toFile(file)
}

/** Writes a tiled TIFF of a section stained with hematoxylin and DAB at 0.5 µm per pixel. @param every - share of tissue is one in so many */
export const writeSection = async (file: string, side: number, every: number): Promise<void> =>
  write(file, repeat(await hDabField(), 3, side, every), side, 3)

/** Writes the same nuclei as one fluorescence channel: what absorbs red light shines. @param every - as in `writeSection` */
export async function writeChannel(file: string, side: number, every: number): Promise<void> {
  const rgb = await hDabField()
  const signal = Uint8Array.from({ length: FIELD.width * FIELD.height }, (_, i) => 255 - (rgb[3 * i] ?? 0))
  await write(file, repeat(signal, 1, side, every), side, 1)
}
