import type { BandPlane } from '../image-source.ts'
import { truncated } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { allocateSamples, type Samples } from '../sample-type.ts'
import { decompress } from './codecs/decompress.ts'
import { decodeFourSampleJpeg, decodeGreyJpeg } from './codecs/jpeg.ts'
import { decodeJpeg2000, isJpeg2000 } from './codecs/jpeg-2000.ts'
import { decodeLogLuminance } from './codecs/log-luminance.ts'
import { oldJpegDecoder } from './codecs/old-jpeg.ts'
import { decodeWebp } from './codecs/webp.ts'
import { isLogLuminance, type TiffPage } from './page.ts'
import { type SegmentGrid, segmentGrid } from './segments.ts'
import { Compression, Photometric, Tag } from './tags.ts'
import type { TiffFile } from './tiff-file.ts'
import { bytesPerRow, pageType, unpackSamples } from './unpack.ts'

/** The samples of each pixel to return: `count` from `first` on. */
interface SampleRange {
  first: number
  count: number
}

/**
 * A page whose samples sharp cannot represent, decoded here.
 *
 * @param planeOffset number of the plane in a stack behind a single directory, 0 otherwise
 * @throws ImagingError also from `rows` of the plane
 */
export async function bandPlane(
  tiff: TiffFile,
  read: RangeReader,
  page: TiffPage,
  wanted: SampleRange,
  planeOffset = 0,
): Promise<BandPlane> {
  const grid = await segmentGrid(tiff, page, planeOffset)
  const tables = await tiff.bytes(page.directory, Tag.JpegTables)
  const decode =
    page.compression === Compression.OldJpeg
      ? await oldJpegSegments(tiff, read, page, grid)
      : segmentDecoder(read, page, grid, { littleEndian: tiff.littleEndian, tables })
  const type = pageType(page)
  // Rows are requested from top to bottom, so the last row of segments is often needed again.
  let cached: { row: number; segments: Promise<Samples[]> } | null = null

  const segmentRow = (row: number) => {
    if (cached?.row !== row) cached = { row, segments: decodeRow(row) }
    return cached.segments
  }
  const decodeRow = (row: number) => {
    const planes = page.planar ? Array.from({ length: wanted.count }, (_, i) => wanted.first + i) : [0]
    return Promise.all(
      planes.flatMap((plane) => Array.from({ length: grid.columns }, (_, column) => decode(column, row, plane))),
    )
  }
  return {
    via: 'bands',
    async rows(top, count) {
      const band = allocateSamples(type, count * page.width * wanted.count)
      for (let y = top; y < top + count; y++) {
        const row = Math.floor(y / grid.height)
        copyRow(await segmentRow(row), y - row * grid.height, band, (y - top) * page.width * wanted.count)
      }
      return band
    },
  }

  function copyRow(segments: Samples[], y: number, band: Samples, to: number) {
    const first = page.planar ? 0 : wanted.first
    for (let sample = 0; sample < wanted.count; sample++) {
      for (let column = 0; column < grid.columns; column++) {
        const segment = segments[page.planar ? sample * grid.columns + column : column]
        if (!segment) continue
        const left = column * grid.width
        const width = Math.min(grid.width, page.width - left)
        let from = y * grid.width * grid.samples + (page.planar ? 0 : first + sample)
        let at = to + left * wanted.count + sample
        for (let x = 0; x < width; x++, from += grid.samples, at += wanted.count) band[at] = segment[from] ?? 0
      }
    }
  }
}

async function oldJpegSegments(tiff: TiffFile, read: RangeReader, page: TiffPage, grid: SegmentGrid) {
  const decode = await oldJpegDecoder(tiff, read, page, grid)
  return (column: number, row: number): Promise<Samples> =>
    decode(column, row, page.tiled ? grid.height : Math.min(grid.height, page.height - row * grid.height))
}

function segmentDecoder(
  read: RangeReader,
  page: TiffPage,
  grid: SegmentGrid,
  { littleEndian, tables }: { littleEndian: boolean; tables: Uint8Array | null },
) {
  const rowLength = grid.width * grid.samples
  const rowBytes = bytesPerRow(page.bits, rowLength)
  const yCbCr =
    page.compression === Compression.Jpeg2000YCbCr ||
    (page.photometric === Photometric.YCbCr && page.compression !== Compression.Jpeg2000Rgb)
  const wavelets = isJpeg2000(page.compression)
  return async (column: number, row: number, plane: number): Promise<Samples> => {
    const { offset, length } = grid.place(column, row, plane)
    const rows = page.tiled ? grid.height : Math.min(grid.height, page.height - row * grid.height)
    // Slides omit tiles of glass: OpenSlide shows background, too.
    if (length === 0 && wavelets)
      return allocateSamples(pageType(page), rows * rowLength).fill(grid.samples === 3 ? 255 : 0)
    // Sparse files omit tiles of zeros.
    if (length === 0 && offset === 0) return allocateSamples(pageType(page), rows * rowLength)
    const stored = await read(offset, length)
    if (stored.length < length) throw truncated()
    if (page.compression === Compression.Jpeg) {
      return grid.samples === 1
        ? decodeGreyJpeg(stored, tables, { width: grid.width, height: rows })
        : decodeFourSampleJpeg(stored, tables)
    }
    if (page.compression === Compression.Webp)
      return decodeWebp(stored, { width: grid.width, height: rows, samples: grid.samples })
    if (isLogLuminance(page)) return decodeLogLuminance(stored, rows, rowLength)
    const ordered = page.reversedBits && page.bits < 8 ? reverseBits(stored) : stored
    const bytes = wavelets
      ? await decodeJpeg2000(stored, { width: grid.width, height: rows, samples: grid.samples, bits: page.bits, yCbCr })
      : await decompress(page.compression, ordered, rows * rowBytes)
    return unpackSamples(bytes, {
      bits: page.bits,
      format: page.format,
      littleEndian: littleEndian || wavelets,
      rowLength,
      step: grid.samples,
      predictor: page.predictor,
      inverted: page.photometric === Photometric.WhiteIsZero && page.format === 'uint',
      // Colours are displayed without a contrast range, so they must span all 8 bits.
      spread: page.colourSamples === 3 && page.format === 'uint',
    })
  }
}

const reverseBits = (bytes: Uint8Array) =>
  bytes.map((byte) => {
    let reversed = 0
    for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit)
    return reversed
  })
