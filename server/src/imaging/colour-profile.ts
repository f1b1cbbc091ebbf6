import sharp from 'sharp'
import type { BandPlane } from './image-source.ts'
import type { SampleType } from './sample-type.ts'
import { sharpDefaults } from './sources/sharp-pixels.ts'
import { Compression, Photometric, Tag } from './tiff/tags.ts'

/** Bytes of pixels that are converted at once. */
const PART_BYTES = 8 * 1024 * 1024
/** Of a profile: where its colour space and its signature are (ICC.1:2022, 7.2). */
const COLOUR_SPACE_AT = 16
const SIGNATURE_AT = 36
const HEADER_BYTES = 128
/** Value of the TIFF tag `ExtraSamples`: colours are not multiplied by alpha. */
const STRAIGHT_ALPHA = 2

/**
 * What an ICC profile asks for, of RGB that is decoded here: nothing, where it names sRGB; that colours are converted; or something that is not
 * done, as with samples of more than 8 bits.
 */
export function profileUse(profile: Uint8Array, { bits, format }: SampleType): 'none' | 'convert' | 'unknown' {
  const bytes = Buffer.from(profile)
  // Names are Latin-1 in profiles of version 2, UTF-16 in those of version 4.
  if (/sRGB|IEC ?61966-2[.-]1/i.test(bytes.toString('latin1').replaceAll('\0', ''))) return 'none'
  const word = (at: number) => bytes.toString('latin1', at, at + 4)
  const isOfRgb = bytes.length > HEADER_BYTES && word(SIGNATURE_AT) === 'acsp' && word(COLOUR_SPACE_AT) === 'RGB '
  return isOfRgb && bits === 8 && format === 'uint' ? 'convert' : 'unknown'
}

/**
 * Converts a plane to sRGB as `sharpPlane` does with a file that has the profile: libvips gets the rows as a file with that profile.
 *
 * @param plane RGB of 8 bits, with straight alpha as fourth sample where `samples` is 4, which is kept
 * @param profile one for which `profileUse` is `convert`
 */
export function inSrgb(plane: BandPlane, width: number, samples: 3 | 4, profile: Uint8Array): BandPlane {
  const rowBytes = width * samples
  const partRows = Math.max(1, Math.floor(PART_BYTES / rowBytes))
  return {
    via: 'bands',
    async rows(top, count) {
      const stored = await plane.rows(top, count)
      const converted = new Uint8Array(stored.length)
      for (let row = 0; row < count; row += partRows) {
        const rows = Math.min(partRows, count - row)
        const part = Uint8Array.from(stored.subarray(row * rowBytes, (row + rows) * rowBytes))
        const file = tiffWith(part, { width, rows, samples }, profile)
        converted.set(await sharp(file, sharpDefaults).toColourspace('srgb').raw().toBuffer(), row * rowBytes)
      }
      return converted
    },
  }
}

/** An uncompressed TIFF of one strip. */
function tiffWith(
  pixels: Uint8Array,
  { width, rows, samples }: { width: number; rows: number; samples: 3 | 4 },
  profile: Uint8Array,
): Buffer {
  const [short, long, undefinedBytes] = [3, 4, 7]
  const entries = samples === 4 ? 12 : 11
  const bitsAt = 8 + 2 + 12 * entries + 4
  const profileAt = bitsAt + 8
  const pixelsAt = profileAt + profile.length + (profile.length % 2)
  const head = Buffer.alloc(pixelsAt)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entries, 8)
  let at = 10
  const add = (tag: number, type: number, value: number, count = 1) => {
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(count, at + 4)
    head.writeUInt32LE(value, at + 8)
    at += 12
  }
  add(Tag.ImageWidth, long, width)
  add(Tag.ImageLength, long, rows)
  add(Tag.BitsPerSample, short, bitsAt, samples)
  add(Tag.Compression, short, Compression.None)
  add(Tag.Photometric, short, Photometric.Rgb)
  add(Tag.StripOffsets, long, pixelsAt)
  add(Tag.SamplesPerPixel, short, samples)
  add(Tag.RowsPerStrip, long, rows)
  add(Tag.StripByteCounts, long, pixels.length)
  add(Tag.PlanarConfiguration, short, 1)
  if (samples === 4) add(Tag.ExtraSamples, short, STRAIGHT_ALPHA)
  add(Tag.IccProfile, undefinedBytes, profileAt, profile.length)
  for (let sample = 0; sample < samples; sample++) head.writeUInt16LE(8, bitsAt + 2 * sample)
  head.set(profile, profileAt)
  return Buffer.concat([head, pixels])
}
