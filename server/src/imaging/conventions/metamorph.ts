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

const MAX_IDENTIFIERS = 1_000
const MAX_UNIT_LENGTH = 64

/** MetaMorph STK: a single directory; the planes follow each other, as many as the count of the UIC2 tag. */
export const metaMorph: Convention = async ({ tiff }) => {
  const [directory] = tiff.directories
  if (!directory?.fields.has(Tag.Uic1) && !directory?.fields.has(Tag.Uic2)) return null
  const base = await readPage(tiff, 0)
  const planes = Math.max(1, directory.fields.get(Tag.Uic2)?.count ?? 1)
  return {
    ...singlePageDefaults(base),
    format: 'MetaMorph STK',
    size: { c: 1, z: planes, t: 1 },
    unlabelledAxis: planes > 1 ? 'z' : null,
    locate: ({ z }) => ({ page: 0, planeOffset: z }),
    pixelSizeUm: await calibration(tiff, directory),
    metadata: fileMetadata({ acquiredAt: await created(tiff, directory).catch(() => undefined) }),
    tolerant: true,
  }
}

/** UIC1 is a table of pairs of longs, identifier and value or address: twice as long as its TIFF type says. */
async function calibration(tiff: TiffFile, directory: TiffDirectory): Promise<PixelSize> {
  const field = directory.fields.get(Tag.Uic1)
  if (!field) return null
  const table = await tiff.unsignedLongs(field.offset, 2 * Math.min(field.count, MAX_IDENTIFIERS)).catch(() => [])
  const value = (identifier: number) => {
    const at = table.findIndex((entry, i) => i % 2 === 0 && entry === identifier)
    return at < 0 ? null : (table[at + 1] ?? null)
  }
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

const UNIX_EPOCH_JULIAN_DAY = 2_440_588
const MILLISECONDS_PER_DAY = 86_400_000

/** UIC2 is a table of six longs per plane: Z distance as a fraction, then Julian day and milliseconds of its creation and of its change. */
async function created(tiff: TiffFile, directory: TiffDirectory): Promise<string | undefined> {
  const field = directory.fields.get(Tag.Uic2)
  if (!field) return undefined
  const [, , day = 0, milliseconds = 0] = await tiff.unsignedLongs(field.offset, 4)
  if (day <= UNIX_EPOCH_JULIAN_DAY || milliseconds >= MILLISECONDS_PER_DAY) return undefined
  const moment = new Date((day - UNIX_EPOCH_JULIAN_DAY) * MILLISECONDS_PER_DAY + milliseconds)
  // The clock of the microscope: there is no time zone in the file.
  return moment.toISOString().replace('Z', '')
}
