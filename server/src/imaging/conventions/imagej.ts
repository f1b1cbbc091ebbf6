import { fileMetadata, inMicrometres, inSeconds, numberOf } from '../file-metadata.ts'
import { micrometresPer, type PixelSize, pixelSize } from '../pixel-size.ts'
import { readPage, samePixels, type TiffPage } from '../tiff/page.ts'
import { Compression, Tag } from '../tiff/tags.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'
import { type Convention, singlePageDefaults } from './layout.ts'

/** ImageJ and Fiji: the description holds lines of `key=value`; planes are stored with channels fastest, then Z, then time. */
export const imageJ: Convention = async ({ tiff, fileBytes, description }) => {
  if (!description.startsWith('ImageJ=')) return null
  const values = new Map(description.split('\n').map((line): [string, string] => splitOnce(line)))
  const number = (key: string, otherwise: number) => Math.max(1, Math.floor(Number(values.get(key)) || otherwise))
  const base = await readPage(tiff, 0)
  const images = number('images', 1)
  const size = { c: number('channels', 1), z: number('slices', 1), t: number('frames', 1) }
  const named = size.c * size.z * size.t
  // Without named axes the images are a plain stack.
  if (named === 1) size.z = images
  const behind = await stacked(tiff, base, images, fileBytes)
  if (named > images || !(behind || (await allAlike(tiff, base, images)))) return null
  const plain = values.get('hyperstack') !== 'true' && size.c === 1 && size.t === 1 && size.z > 1
  return {
    ...singlePageDefaults(base),
    format: 'ImageJ TIFF',
    size,
    // ImageJ writes `slices` for any plain stack, also for time series.
    unlabelledAxis: plain ? 'z' : null,
    locate: ({ c, z, t }) => {
      const plane = c + size.c * (z + size.z * t)
      return behind ? { page: 0, planeOffset: plane } : { page: plane, planeOffset: 0 }
    },
    pixelSizeUm: await calibration(tiff, base, values.get('unit')),
    metadata: fileMetadata({
      // ImageJ writes 0 for an interval that it does not know.
      timeStepS: size.t > 1 ? inSeconds(numberOf(values.get('finterval')), values.get('tunit') ?? 's') : undefined,
      zStepUm: size.z > 1 ? inMicrometres(numberOf(values.get('spacing')), values.get('unit') ?? '') : undefined,
    }),
    paletteIsDisplay: true,
  }
}

const splitOnce = (line: string): [string, string] => {
  const at = line.indexOf('=')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trim()]
}

/** Stacks over 4 GB have a single directory; all planes follow its first one without gaps. */
async function stacked(tiff: TiffFile, base: TiffPage, images: number, fileBytes: number): Promise<boolean> {
  if (images === 1 || tiff.directories.length > 1 || base.compression !== Compression.None) return false
  const [start = 0] = await tiff.numbers(base.directory, Tag.StripOffsets)
  const plane = (base.width * base.height * base.samplesPerPixel * base.bits) / 8
  return start + images * plane <= fileBytes
}

async function allAlike(tiff: TiffFile, base: TiffPage, images: number): Promise<boolean> {
  if (images > tiff.directories.length) return false
  for (let index = 1; index < images; index++) if (!samePixels(await readPage(tiff, index), base)) return false
  return true
}

/** The resolution tags hold pixels per the unit named in the description. */
async function calibration(tiff: TiffFile, { directory }: TiffPage, unit: string | undefined): Promise<PixelSize> {
  const micrometres = unit ? micrometresPer(unit) : null
  if (micrometres === null) return null
  const x = await tiff.number(directory, Tag.XResolution, 0)
  return pixelSize(micrometres / x, micrometres / (await tiff.number(directory, Tag.YResolution, x)))
}
