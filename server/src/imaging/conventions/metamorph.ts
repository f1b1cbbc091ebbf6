import { fileMetadata } from '../file-metadata.ts'
import { micrometresPer, type PixelSize, pixelSize } from '../pixel-size.ts'
import { readPage } from '../tiff/page.ts'
import { Tag } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff-file.ts'
import { type Convention, singlePageDefaults } from './layout.ts'

/** Identifiers in the UIC1 table. */
const X_CALIBRATION = 4
const Y_CALIBRATION = 5
const CALIBRATION_UNITS = 6
const CREATE_TIME = 16

const MAX_IDENTIFIERS = 1_000
const MAX_UNIT_LENGTH = 64

/** MetaMorph STK: a single directory; the planes follow each other, as many as the count of the UIC2 tag. */
export const metaMorph: Convention = async ({ tiff, description }) => {
  const [directory] = tiff.directories
  if (!directory?.fields.has(Tag.Uic1) && !directory?.fields.has(Tag.Uic2)) return null
  const base = await readPage(tiff, 0)
  const planes = Math.max(1, directory.fields.get(Tag.Uic2)?.count ?? 1)
  const exposureMs = exposureOf(description)
  const moments = await creation(tiff, directory, planes).catch(() => null)
  return {
    ...singlePageDefaults(base),
    format: 'MetaMorph STK',
    size: { c: 1, z: planes, t: 1 },
    unlabelledAxis: planes > 1 ? 'z' : null,
    locate: ({ z }) => ({ page: 0, planeOffset: z }),
    pixelSizeUm: await calibration(tiff, directory),
    metadata: fileMetadata({
      // The clock of the microscope: there is no time zone in the file.
      acquiredAt: moments && new Date(moments.first).toISOString().replace('Z', ''),
      timeStepS: moments && (moments.last - moments.first) / 1000 / Math.max(1, planes - 1),
      channels: exposureMs === null ? [] : [{ exposureMs }],
    }),
    tolerant: true,
  }
}

/** What UIC1 says, a table of pairs of longs, identifier and value or address: twice as long as its TIFF type says. */
async function identifiers(tiff: TiffFile, directory: TiffDirectory): Promise<(identifier: number) => number | null> {
  const field = directory.fields.get(Tag.Uic1)
  if (!field) return () => null
  const table = await tiff.unsignedLongs(field.offset, 2 * Math.min(field.count, MAX_IDENTIFIERS)).catch(() => [])
  return (identifier) => {
    const at = table.findIndex((entry, i) => i % 2 === 0 && entry === identifier)
    return at < 0 ? null : (table[at + 1] ?? null)
  }
}

async function calibration(tiff: TiffFile, directory: TiffDirectory): Promise<PixelSize> {
  const value = await identifiers(tiff, directory)
  const rational = async (address: number | null) => {
    const [numerator = 0, denominator = 0] =
      address === null ? [] : await tiff.unsignedLongs(address, 2).catch(() => [])
    return numerator / denominator
  }
  const unit = micrometresPer(await unitName(tiff, value(CALIBRATION_UNITS)).catch(() => '')) ?? Number.NaN
  return pixelSize(unit * (await rational(value(X_CALIBRATION))), unit * (await rational(value(Y_CALIBRATION))))
}

/** Stored as a length and that many characters. */
async function unitName(tiff: TiffFile, address: number | null): Promise<string> {
  if (address === null) return ''
  const [length = 0] = await tiff.unsignedLongs(address, 1)
  const bytes = await tiff.bytesAt(address + 4, Math.min(length, MAX_UNIT_LENGTH))
  return Buffer.from(bytes).toString('latin1').replace(/\0.*$/, '')
}

/** MetaMorph counts days from midnight: its number of a day is below the Julian day of that day, which begins at noon. */
const UNIX_EPOCH_DAY = 2_440_587
const MILLISECONDS_PER_DAY = 86_400_000
/** Longs of a plane in UIC2: Z distance as a fraction, then day and milliseconds of its creation and of its change. */
const PLANE_LONGS = 6

/** When the first and the last plane were made, in milliseconds since 1970; null: the file does not say. */
async function creation(tiff: TiffFile, directory: TiffDirectory, planes: number) {
  const field = directory.fields.get(Tag.Uic2)
  const address = field ? null : (await identifiers(tiff, directory))(CREATE_TIME)
  const read = async (offset: number) => momentOf(await tiff.unsignedLongs(offset, 2))
  const first = field ? await read(field.offset + 8) : address === null ? null : await read(address)
  const last = field ? await read(field.offset + 8 + 4 * PLANE_LONGS * (planes - 1)) : first
  return first === null || last === null ? null : { first, last }
}

function momentOf([day = 0, milliseconds = 0]: readonly number[]): number | null {
  if (day <= UNIX_EPOCH_DAY || milliseconds >= MILLISECONDS_PER_DAY) return null
  return (day - UNIX_EPOCH_DAY) * MILLISECONDS_PER_DAY + milliseconds
}

/** MetaMorph describes a plane in lines such as `Exposure: 300 ms`. @returns milliseconds; null: it does not say */
export function exposureOf(description: string): number | null {
  const [, value, unit] = /^Exposure: ([\d.]+) (ms|s|sec)\b/m.exec(description) ?? []
  return value === undefined ? null : Number(value) * (unit === 'ms' ? 1 : 1000)
}
