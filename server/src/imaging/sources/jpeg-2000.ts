import { open } from 'node:fs/promises'
import { inSrgb, profileUse } from '../colour-profile.ts'
import { type BandPlane, type ImageSource, singlePlaneDefaults } from '../image-source.ts'
import { damaged, unsupported } from '../imaging-error.ts'
import { readJp2 } from '../jpeg-2000/boxes.ts'
import { fileRangeReader, type RangeReader } from '../range-reader.ts'
import { type Samples, samplesFromBytes, uint8, uint16 } from '../sample-type.ts'
import { decodeJpeg2000, readSize } from '../tiff/codecs/jpeg-2000.ts'
import { unappliedProfileNote } from './sharp-pixels.ts'

/** The decoder keeps four bytes per sample of the whole picture. */
const MAX_SAMPLES = 120_000_000

const AS_TIFF = 'save it as TIFF and upload it again'

/**
 * Opens a JPEG 2000 picture: a JP2 file or a bare codestream, of 8 bits, or grey of 16.
 *
 * @throws ImagingError
 */
export async function openJpeg2000(path: string): Promise<ImageSource> {
  const handle = await open(path)
  try {
    const read = fileRangeReader(handle)
    const { size: fileBytes } = await handle.stat()
    const { codestream, colours, profile } = await readJp2(read, fileBytes)
    const siz = readSize(await read(codestream.offset, Math.min(codestream.length, 65_536)))
    if (!siz) throw damaged('The codestream of this JPEG 2000 picture is damaged.')
    const { width, height, components } = siz
    const bits = (components[0]?.depth ?? 0) + 1
    const samples = components.length
    const isUsual = (samples === 1 && (bits === 8 || bits === 16)) || (samples === 3 && bits === 8)
    if (!isUsual) {
      throw unsupported(
        `This JPEG 2000 picture has ${samples} components of ${bits} bits, which is not supported`,
        AS_TIFF,
      )
    }
    if (width * height * samples > MAX_SAMPLES)
      throw unsupported('This JPEG 2000 picture is too large to be decoded as a whole', 'save it as a tiled TIFF')
    const type = bits === 16 ? uint16 : uint8
    const expected = { width, height, samples, bits, yCbCr: colours === 'yCbCr' }
    let decoded: Promise<Samples> | null = null
    const decode = async () => samplesFromBytes(type, await decodeJpeg2000(await whole(read, codestream), expected))
    const use = profile && samples === 3 ? profileUse(profile, type) : 'none'
    const stored: BandPlane = {
      via: 'bands',
      async rows(top, count) {
        decoded ??= decode()
        return (await decoded).subarray(top * width * samples, (top + count) * width * samples)
      },
    }
    return {
      ...singlePlaneDefaults,
      format: 'JPEG 2000',
      mimeType: 'image/jp2',
      width,
      height,
      type,
      samples: samples === 3 ? 3 : 1,
      notes: use === 'unknown' ? [unappliedProfileNote] : [],
      plane: async () => (profile && use === 'convert' ? inSrgb(stored, width, 3, profile) : stored),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function whole(read: RangeReader, { offset, length }: { offset: number; length: number }): Promise<Uint8Array> {
  const stream = await read(offset, length)
  if (stream.length < length) throw damaged('This JPEG 2000 picture is cut off.')
  return stream
}
