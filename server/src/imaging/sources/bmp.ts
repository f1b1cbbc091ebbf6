import { open, stat } from 'node:fs/promises'
import { BMP_HEADER_BYTES, type BmpHeader, bmpRowBytes, readBmpHeader } from '../bmp/header.ts'
import { rowUnpacker } from '../bmp/pixels.ts'
import { decodeRunLength } from '../bmp/run-length.ts'
import { type BandPlane, type ImageSource, singlePlaneDefaults } from '../image-source.ts'
import { truncated, unsupported } from '../imaging-error.ts'
import { pixelSizeFromDensity } from '../pixel-size.ts'
import { fileRangeReader, type RangeReader } from '../range-reader.ts'
import { uint8 } from '../sample-type.ts'

/** Bytes. Run-length coded bitmaps are expanded in memory, as rows cannot be located in them. */
const MAX_EXPANDED = 256 * 1024 * 1024

/**
 * Opens a Windows or OS/2 bitmap. Alpha is ignored, as in most programs, because many writers leave it at 0.
 *
 * @throws ImagingError
 */
export async function openBmp(path: string): Promise<ImageSource> {
  const handle = await open(path)
  try {
    const read = fileRangeReader(handle)
    const header = readBmpHeader(Buffer.from(await read(0, BMP_HEADER_BYTES)))
    const fileBytes = (await stat(path)).size
    if (!header.runLength && header.dataOffset + bmpRowBytes(header) * header.height > fileBytes) throw truncated()
    const samples = isGrey(header) ? 1 : 3
    return {
      ...singlePlaneDefaults,
      format: 'BMP',
      mimeType: 'image/bmp',
      width: header.width,
      height: header.height,
      type: uint8,
      samples,
      fewColours: header.palette.length > 0,
      pixelSizeUm: pixelSizeFromDensity(header.pixelsPerMetre.x / 100, header.pixelsPerMetre.y / 100),
      plane: async () => bmpPlane(header, samples, await rowReader(header, read, fileBytes)),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const isGrey = ({ palette }: BmpHeader) =>
  palette.length > 0 && palette.every(([red, green, blue]) => red === green && green === blue)

/** Stored rows, counted from the first in the file, without gaps between them. */
type RowReader = (first: number, count: number) => Promise<Uint8Array>

async function rowReader(header: BmpHeader, read: RangeReader, fileBytes: number): Promise<RowReader> {
  const { width, height, dataOffset } = header
  if (header.runLength) {
    if (width * height > MAX_EXPANDED) {
      throw unsupported('This run-length coded BMP is too large to be expanded', 'save it as TIFF and upload it again')
    }
    const indices = decodeRunLength(await read(dataOffset, fileBytes - dataOffset), header)
    return async (first, count) => indices.subarray(first * width, (first + count) * width)
  }
  const rowBytes = bmpRowBytes(header)
  return (first, count) => read(dataOffset + first * rowBytes, count * rowBytes)
}

function bmpPlane(header: BmpHeader, samples: 1 | 3, readRows: RowReader): BandPlane {
  // Expanded runs have one index per byte.
  const stored: BmpHeader = header.runLength ? { ...header, bits: 8 } : header
  const rowBytes = header.runLength ? header.width : bmpRowBytes(header)
  const unpack = rowUnpacker(stored, samples)
  return {
    via: 'bands',
    async rows(top, count) {
      const first = header.bottomUp ? header.height - top - count : top
      const rows = await readRows(first, count)
      const out = new Uint8Array(count * header.width * samples)
      for (let y = 0; y < count; y++) {
        const row = header.bottomUp ? count - 1 - y : y
        unpack(rows.subarray(row * rowBytes, (row + 1) * rowBytes), out, y * header.width * samples)
      }
      return out
    },
  }
}
