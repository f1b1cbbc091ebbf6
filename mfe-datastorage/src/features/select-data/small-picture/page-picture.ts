import { readBytes } from '../file-header.ts'
import { stretched } from './contrast.ts'
import { canDecompress } from './decompress.ts'
import type { PageLayout } from './page-layout.ts'
import { canReadSamples, type DecodeJpeg, type SampleAt, segmentSamples } from './segment-samples.ts'

/** Bytes that are read of a file for its picture. */
export const mostBytes = 4 * 1024 * 1024
/** Samples of one strip or tile: more would take the browser's memory. */
const mostSamples = 32_000_000
const [jpeg, uncompressed] = [7, 1]
const [white, black, rgb, palette, separated, luminance] = [0, 1, 2, 3, 5, 6]

/** Whether a picture can be made of such pixels. */
export const canShow = (page: PageLayout): boolean => {
  const { photometric, samples, bits, compression } = page
  const isJpeg = compression === jpeg
  if (!canReadSamples(page) || !(isJpeg || canDecompress(compression))) return false
  if (photometric === white || photometric === black) return true
  if (photometric === rgb) return samples >= 3
  // Cyan, magenta, yellow and black; what browsers make of them in a JPEG differs.
  if (photometric === separated) return samples === 4 && bits <= 16 && !isJpeg
  if (photometric === palette) return bits === 8 && page.palette.length >= 3 * 256
  return photometric === luminance && isJpeg
}

/** Samples of a pixel that are looked at; others: the first. */
const bandsOf: Readonly<Record<number, number>> = { [rgb]: 3, [luminance]: 3, [separated]: 4 }

/** A part of the file that is read at once: a strip or tile, or one row of an uncompressed strip. */
interface Part {
  offset: number
  length: number
  /** Rows in it, and the first of them in the page. */
  rows: number
  firstRow: number
  firstColumn: number
}

/** Where in a file the pixel (x, y) of a plane is. */
const partOf = (page: PageLayout, x: number, y: number, plane: number): Part | null => {
  const { segmentWidth, segmentHeight } = page
  const [across, down] = [Math.ceil(page.width / segmentWidth), Math.ceil(page.height / segmentHeight)]
  const [column, row] = [Math.floor(x / segmentWidth), Math.floor(y / segmentHeight)]
  const index = plane * across * down + row * across + column
  const [offset, length] = [page.offsets[index], page.counts[index] ?? (page.offsets.length === 1 ? null : undefined)]
  const firstRow = row * segmentHeight
  const rows = page.isTiled ? segmentHeight : Math.min(segmentHeight, page.height - firstRow)
  const rowBytes = Math.ceil((segmentWidth * (page.isPlanar ? 1 : page.samples) * page.bits) / 8)
  if (offset === undefined || length === undefined) return null
  if (page.compression === uncompressed && !page.isTiled) {
    const from = offset + (y - firstRow) * rowBytes
    return { offset: from, length: rowBytes, rows: 1, firstRow: y, firstColumn: 0 }
  }
  return { offset, length: length ?? rowBytes * rows, rows, firstRow, firstColumn: column * segmentWidth }
}

/** Places along one side of the square in the middle, each in the middle of its part. */
const places = (whole: number, side: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor((whole - side) / 2 + ((at + 0.5) * side) / count))

/** Samples at a grid, plane by plane; null: too much would have to be read. */
const gridSamples = async (
  file: Blob,
  page: PageLayout,
  little: boolean,
  grid: { xs: readonly number[]; ys: readonly number[] },
  bands: readonly number[],
  decodeJpeg: DecodeJpeg,
): Promise<number[][] | null> => {
  const parts = new Map<string, Part>()
  const keyOf = ({ offset, length }: Part): string => `${offset} ${length}`
  const planeOf = (band: number): number => (page.isPlanar ? band : 0)
  for (const band of bands)
    for (const y of grid.ys)
      for (const x of grid.xs) {
        const part = partOf(page, x, y, planeOf(band))
        if (!part) return null
        parts.set(keyOf(part), part)
      }
  const isLarge = (part: Part): boolean => page.segmentWidth * part.rows * page.samples > mostSamples
  const total = [...parts.values()].reduce((sum, { length }) => sum + length, 0)
  if (total > mostBytes || [...parts.values()].some(isLarge)) return null
  const decoded = new Map<string, SampleAt>()
  for (const [key, part] of parts) {
    const view = await readBytes(file, part.offset, part.length)
    const bytes = new Uint8Array(view.buffer as ArrayBuffer)
    decoded.set(key, await segmentSamples(bytes, page, part.rows, little, decodeJpeg))
  }
  return bands.map((band) =>
    grid.ys.flatMap((y) =>
      grid.xs.map((x) => {
        const part = partOf(page, x, y, planeOf(band))
        const sampleAt = part && decoded.get(keyOf(part))
        return sampleAt ? sampleAt(x - part.firstColumn, y - part.firstRow, band) : 0
      }),
    ),
  )
}

/** Red, green and blue of 0 to 255, from the samples of a page. */
const coloursOf = (page: PageLayout, samples: readonly number[][]): Uint8ClampedArray[] => {
  const [first = []] = samples
  if (page.photometric === palette) {
    const steps = page.palette.length / 3
    return [0, 1, 2].map((band) =>
      Uint8ClampedArray.from(first, (index) => (page.palette[band * steps + index] ?? 0) >> 8),
    )
  }
  if (page.photometric === separated) {
    const most = 2 ** page.bits - 1
    const [, , , key = []] = samples
    return samples
      .slice(0, 3)
      .map((ink) => Uint8ClampedArray.from(ink, (value, at) => 255 * (1 - value / most) * (1 - (key[at] ?? 0) / most)))
  }
  if (samples.length === 1) {
    const grey = stretched(first, page.photometric === white)
    return [grey, grey, grey]
  }
  if (page.bits === 8) return samples.map((values) => Uint8ClampedArray.from(values))
  // One range for all three: the colours stay.
  const all = stretched(samples.flat())
  return samples.map((_, band) => all.subarray(band * first.length, (band + 1) * first.length))
}

/**
 * Place in a stored square of what is seen at a place of the upright one.
 * @param orientation - of TIFF 6.0: the corner that the first pixel belongs to; from 5 on rows are columns
 */
const upright = (at: number, edge: number, orientation: number): number => {
  const [x, y] = [at % edge, Math.floor(at / edge)]
  const [u, v] = orientation > 4 ? [y, x] : [x, y]
  const flipU = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8
  const flipV = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7
  return (flipV ? edge - 1 - v : v) * edge + (flipU ? edge - 1 - u : u)
}

/** Samples for each pixel of the picture, along one side: those that are read are averaged. */
const densities = [2, 1]

/**
 * A square picture of the middle of a page.
 * @param edge - pixels
 * @returns red, green, blue and opacity; null: such a page is not known here, or too much would have to be read
 * @throws Error for damaged data
 */
export const pagePicture = async (
  file: Blob,
  page: PageLayout,
  little: boolean,
  edge: number,
  decodeJpeg: DecodeJpeg,
): Promise<Uint8ClampedArray<ArrayBuffer> | null> => {
  if (!canShow(page)) return null
  const side = Math.min(page.width, page.height)
  const bands = [0, 1, 2, 3].slice(0, bandsOf[page.photometric] ?? 1)
  for (const density of densities) {
    const count = edge * density
    const grid = { xs: places(page.width, side, count), ys: places(page.height, side, count) }
    const samples = await gridSamples(file, page, little, grid, bands, decodeJpeg)
    if (!samples) continue
    const colours = coloursOf(page, samples)
    const rgba = new Uint8ClampedArray(4 * edge * edge).fill(255)
    for (let at = 0; at < edge * edge; at++) {
      const from = upright(at, edge, page.orientation)
      const [x, y] = [(from % edge) * density, Math.floor(from / edge) * density]
      for (const [band, values] of colours.entries()) {
        let sum = 0
        for (let dy = 0; dy < density; dy++)
          for (let dx = 0; dx < density; dx++) sum += values[(y + dy) * count + x + dx] ?? 0
        rgba[4 * at + band] = sum / density ** 2
      }
    }
    return rgba
  }
  return null
}
