import sharp from 'sharp'
import { damaged, unsupported } from '../imaging-error.ts'
import { type Samples, type SampleType, samplesFromBytes } from '../sample-type.ts'
import { decodeJpeg2000 } from '../tiff/codecs/jpeg-2000.ts'

/** What a DICOM file says of its frames. */
export interface FrameFormat {
  width: number
  height: number
  samples: 1 | 3
  type: SampleType
  /** As `RGB`, `YBR_FULL_422`. */
  photometric: string
  /** Of three samples: all of the first come first. */
  planar: boolean
}

/** A frame as rows × columns × samples, interleaved; colours are RGB. @throws ImagingError */
export type FrameDecoder = (bytes: Uint8Array) => Promise<Samples>

const RAW = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'])
const JPEG = new Set(['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51'])
const JPEG_2000 = new Set(['1.2.840.10008.1.2.4.90', '1.2.840.10008.1.2.4.91'])
const names: Record<string, string> = {
  '1.2.840.10008.1.2.5': 'run-length coding',
  '1.2.840.10008.1.2.4.57': 'lossless JPEG',
  '1.2.840.10008.1.2.4.70': 'lossless JPEG',
  '1.2.840.10008.1.2.4.80': 'JPEG-LS',
  '1.2.840.10008.1.2.4.81': 'JPEG-LS',
}
const AS_OTHER = 'convert it to JPEG, JPEG 2000 or to uncompressed pixels'

/** Whether frames are one behind the other, without fragments. */
export const isNative = (transferSyntax: string): boolean => RAW.has(transferSyntax)

/** The decoder of a transfer syntax. @throws ImagingError `unsupported` */
export function frameDecoder(transferSyntax: string, format: FrameFormat): FrameDecoder {
  const { photometric, samples, type } = format
  const colours =
    samples === 3 ? ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_ICT', 'YBR_RCT'] : ['MONOCHROME1', 'MONOCHROME2']
  if (!colours.includes(photometric) || (samples === 3 && type.bits !== 8))
    throw unsupported(
      `This DICOM file has pixels of the kind ${photometric.slice(0, 20)}, which is not supported`,
      AS_OTHER,
    )
  if (RAW.has(transferSyntax)) {
    if (photometric === 'YBR_FULL_422')
      throw unsupported('This DICOM file has reduced chrominance without compression', AS_OTHER)
    return async (bytes) => interleaved(bytes, format)
  }
  if (JPEG.has(transferSyntax)) {
    if (type.bits !== 8) throw unsupported('This DICOM file has JPEG frames of more than 8 bits', AS_OTHER)
    return (bytes) => decodeJpeg(bytes, format)
  }
  if (JPEG_2000.has(transferSyntax)) {
    if (type.format !== 'uint') throw unsupported('This DICOM file has signed JPEG 2000 frames', AS_OTHER)
    // The transforms of the codestream (ICT, RCT) are undone with it.
    const yCbCr = photometric === 'YBR_FULL' || photometric === 'YBR_FULL_422'
    return async (bytes) => samplesFromBytes(type, await decodeJpeg2000(bytes, { ...format, bits: type.bits, yCbCr }))
  }
  const name = names[transferSyntax] ?? 'a compression'
  throw unsupported(`This DICOM file uses ${name}, which is not supported`, AS_OTHER)
}

function interleaved(bytes: Uint8Array, { width, height, samples, type, planar, photometric }: FrameFormat): Samples {
  const pixels = width * height
  if (samples === 1) return samplesFromBytes(type, bytes.subarray(0, (pixels * type.bits) / 8))
  const found = planar
    ? Uint8Array.from({ length: pixels * 3 }, (_, i) => bytes[(i % 3) * pixels + Math.floor(i / 3)] ?? 0)
    : Uint8Array.from(bytes.subarray(0, pixels * 3))
  return photometric === 'RGB' ? found : toRgb(found)
}

/** ITU-R BT.601, full range, in place. */
function toRgb(bytes: Uint8Array): Uint8Array {
  const clamped = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let i = 0; i < bytes.length; i += 3) {
    const [y, cb, cr] = [bytes[i] ?? 0, (bytes[i + 1] ?? 0) - 128, (bytes[i + 2] ?? 0) - 128]
    clamped[i] = y + 1.402 * cr
    clamped[i + 1] = y - 0.344136 * cb - 0.714136 * cr
    clamped[i + 2] = y + 1.772 * cb
  }
  return bytes
}

/**
 * Adobe's segment says what three components are (0 RGB, 1 luminance and chrominance): without it, and without JFIF, decoders guess. A
 * segment that the stream has itself comes later and counts.
 */
const adobe = (transform: 0 | 1) =>
  Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform])

async function decodeJpeg(bytes: Uint8Array, { width, height, samples, photometric }: FrameFormat): Promise<Samples> {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw damaged('A frame of this DICOM file is no JPEG.')
  const stated = samples === 3 ? [adobe(photometric === 'RGB' ? 0 : 1)] : []
  const stream = Buffer.concat([bytes.subarray(0, 2), ...stated, bytes.subarray(2)])
  const jpeg = sharp(stream, { ignoreIcc: true, failOn: 'error', limitInputPixels: false })
  const { width: wide, height: high, channels } = await jpeg.metadata()
  if (wide !== width || high !== height || channels !== samples)
    throw damaged('A frame of this DICOM file has other pixels than the file declares.')
  return jpeg
    .toColourspace(samples === 3 ? 'srgb' : 'b-w')
    .raw()
    .toBuffer()
}
