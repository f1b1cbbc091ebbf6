import { open } from 'node:fs/promises'

/** TIFF 6.0 tags that these pictures need, with the field type each is written in. */
const TAGS = {
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  imageDescription: 270,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  planarConfiguration: 284,
  resolutionUnit: 296,
  software: 305,
} as const

type Field =
  | { tag: number; type: 'ascii'; text: string }
  | { tag: number; type: 'short' | 'long'; values: readonly number[] }
  | { tag: number; type: 'rational'; numerator: number; denominator: number }

const TYPE_CODES = { ascii: 2, short: 3, long: 4, rational: 5 } as const
const HEADER_BYTES = 8
const CENTIMETRE = 3
const UNCOMPRESSED = 1
/** Offsets have 32 bits; a mebibyte is left for the directory. */
const LARGEST_CLASSIC_TIFF = 2 ** 32 - 2 ** 20

/** Layout of a page. Pixels are strips of `rowsPerStrip` rows, samples interleaved, little-endian, uncompressed. */
export interface TiffLayout {
  width: number
  height: number
  samples: 1 | 3
  bits: 8 | 16
  rowsPerStrip: number
  description?: string
  pixelSizeUm?: number
}

interface WrittenStrips {
  offsets: number[]
  byteCounts: number[]
}

function payload(field: Field): { bytes: Buffer; count: number } {
  if (field.type === 'ascii') {
    const bytes = Buffer.from(`${field.text}\0`, 'utf8')
    return { bytes, count: bytes.length }
  }
  if (field.type === 'rational') {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(field.numerator, 0)
    bytes.writeUInt32LE(field.denominator, 4)
    return { bytes, count: 1 }
  }
  const size = field.type === 'short' ? 2 : 4
  const bytes = Buffer.alloc(field.values.length * size)
  field.values.forEach((value, i) => {
    bytes.writeUIntLE(value, i * size, size)
  })
  return { bytes, count: field.values.length }
}

function fieldsOf(layout: TiffLayout, strips: WrittenStrips): Field[] {
  // Whole pixels per 1,000 cm hold four digits of any pixel size that a microscope has.
  const pixelsPerMetre10 = layout.pixelSizeUm && Math.round(1e7 / layout.pixelSizeUm)
  const resolution = (tag: number): Field[] =>
    pixelsPerMetre10 ? [{ tag, type: 'rational', numerator: pixelsPerMetre10, denominator: 1000 }] : []
  const fields: Field[] = [
    { tag: TAGS.imageWidth, type: 'long', values: [layout.width] },
    { tag: TAGS.imageLength, type: 'long', values: [layout.height] },
    { tag: TAGS.bitsPerSample, type: 'short', values: Array.from({ length: layout.samples }, () => layout.bits) },
    { tag: TAGS.compression, type: 'short', values: [UNCOMPRESSED] },
    { tag: TAGS.photometric, type: 'short', values: [layout.samples === 3 ? 2 : 1] },
    ...(layout.description ? [{ tag: TAGS.imageDescription, type: 'ascii', text: layout.description } as const] : []),
    { tag: TAGS.stripOffsets, type: 'long', values: strips.offsets },
    { tag: TAGS.samplesPerPixel, type: 'short', values: [layout.samples] },
    { tag: TAGS.rowsPerStrip, type: 'long', values: [layout.rowsPerStrip] },
    { tag: TAGS.stripByteCounts, type: 'long', values: strips.byteCounts },
    ...resolution(TAGS.xResolution),
    ...resolution(TAGS.yResolution),
    { tag: TAGS.planarConfiguration, type: 'short', values: [1] },
    ...(pixelsPerMetre10 ? [{ tag: TAGS.resolutionUnit, type: 'short', values: [CENTIMETRE] } as const] : []),
    { tag: TAGS.software, type: 'ascii', text: 'Lamella picture generator' },
  ]
  return fields
}

/** One directory with its out-of-line values behind it; `offset` (even) is its position in the file. */
function directory(fields: Field[], offset: number, isLast: boolean): Buffer {
  const entries = Buffer.alloc(2 + fields.length * 12 + 4)
  const values: Buffer[] = []
  let valuesAt = offset + entries.length
  entries.writeUInt16LE(fields.length, 0)
  fields.forEach((field, i) => {
    const { bytes, count } = payload(field)
    const at = 2 + i * 12
    entries.writeUInt16LE(field.tag, at)
    entries.writeUInt16LE(TYPE_CODES[field.type], at + 2)
    entries.writeUInt32LE(count, at + 4)
    if (bytes.length <= 4) {
      bytes.copy(entries, at + 8)
      return
    }
    entries.writeUInt32LE(valuesAt, at + 8)
    const padded = bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes
    values.push(padded)
    valuesAt += padded.length
  })
  entries.writeUInt32LE(isLast ? 0 : valuesAt, entries.length - 4)
  return Buffer.concat([entries, ...values])
}

function header(firstDirectory: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('II', 'latin1')
  bytes.writeUInt16LE(42, 2)
  bytes.writeUInt32LE(firstDirectory, 4)
  return bytes
}

export interface TiffPage {
  layout: TiffLayout
  strips: Uint8Array[]
}

/** @throws RangeError when the picture outgrows the 4 GiB of a classic TIFF */
function requireClassicSize({ width, height, samples, bits }: TiffLayout): void {
  if ((width * height * samples * bits) / 8 > LARGEST_CLASSIC_TIFF)
    throw new RangeError('the picture does not fit into a classic TIFF')
}

/** A multi-page TIFF in memory: all pixels first, then the directories. */
export function encodeTiff(pages: readonly TiffPage[]): Buffer {
  const parts: Uint8Array[] = []
  let length = HEADER_BYTES
  const append = (bytes: Uint8Array) => {
    const at = length
    parts.push(bytes, new Uint8Array(bytes.length % 2))
    length += bytes.length + (bytes.length % 2)
    return at
  }
  const written = pages.map(({ strips }) => ({
    offsets: strips.map(append),
    byteCounts: strips.map((strip) => strip.length),
  }))
  const firstDirectory = length
  pages.forEach(({ layout }, i) => {
    const strips = written[i] ?? { offsets: [], byteCounts: [] }
    append(directory(fieldsOf(layout, strips), length, i === pages.length - 1))
  })
  return Buffer.concat([header(firstDirectory), ...parts])
}

/**
 * A one-page TIFF written to `path` strip by strip: never more than one strip in memory.
 * @throws RangeError when the file outgrows the 4 GiB of a classic TIFF
 */
export async function writeTiff(path: string, layout: TiffLayout, strips: Iterable<Uint8Array>): Promise<void> {
  requireClassicSize(layout)
  const file = await open(path, 'w')
  try {
    const written: WrittenStrips = { offsets: [], byteCounts: [] }
    let length = HEADER_BYTES
    for (const strip of strips) {
      const padded = strip.length + (strip.length % 2)
      await file.write(strip, 0, strip.length, length)
      written.offsets.push(length)
      written.byteCounts.push(strip.length)
      length += padded
    }
    const fields = directory(fieldsOf(layout, written), length, true)
    await file.write(fields, 0, fields.length, length)
    await file.write(header(length), 0, HEADER_BYTES, 0)
  } finally {
    await file.close()
  }
}
