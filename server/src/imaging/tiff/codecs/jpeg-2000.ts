import { damaged } from '../../imaging-error.ts'
import { Compression } from '../tags.ts'

/** What a file says about its codestreams, which have no header of their own for it. */
interface ExpectedPixels {
  width: number
  height: number
  samples: number
  bits: number
  /** Whether three components are luminance and chrominance; else they are red, green and blue once the codestream is decoded. */
  yCbCr: boolean
}

/** 33005 of Aperio is RGB: the transform between its components (RCT, ICT) is part of the codestream, and undone with it. */
const jpeg2000 = new Set<number>([
  Compression.Jpeg2000,
  Compression.Jpeg2000Lossy,
  Compression.Jpeg2000Rgb,
  Compression.Jpeg2000YCbCr,
])

/** Whether `decodeJpeg2000` reads a value of the TIFF tag `Compression`. */
export const isJpeg2000 = (compression: number) => jpeg2000.has(compression)

/** OpenJPEG reports damage on its log only. */
let errors: string[] = []
const log = (line: string): void => {
  if (line.includes('[ERROR]')) errors.push(line)
}

/** Loaded with the first such file: few have JPEG 2000. */
const loadDecoder = async () => {
  const { default: createModule } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
  return createModule({ print: log, printErr: log })
}
let loaded: ReturnType<typeof loadDecoder> | null = null

/**
 * Decodes a JPEG 2000 codestream of 8 or 16 unsigned bits per sample; colours become RGB.
 *
 * @returns height × width × samples, row-major, interleaved, 16-bit samples little-endian
 * @throws ImagingError `damaged` when it is corrupt or has other pixels than expected
 */
export async function decodeJpeg2000(stream: Uint8Array, expected: ExpectedPixels): Promise<Uint8Array> {
  const siz = readSize(stream)
  // Before it is decoded: a codestream may declare any size.
  if (
    siz?.width !== expected.width ||
    siz.height !== expected.height ||
    siz.components.length !== expected.samples ||
    siz.components.some(({ depth }) => depth !== expected.bits - 1) ||
    !isUsual(siz, expected.yCbCr && expected.samples === 3 && expected.bits === 8)
  ) {
    throw damaged('The JPEG 2000 data of this file has other pixels than the file declares.')
  }
  loaded ??= loadDecoder()
  const { J2KDecoder } = await loaded
  const decoder = new J2KDecoder()
  try {
    errors = []
    decoder.getEncodedBuffer(stream.length).set(stream)
    decoder.decode()
    const [error] = errors
    const bytes = Uint8Array.from(decoder.getDecodedBuffer())
    if (error !== undefined || bytes.length < (siz.width * siz.height * expected.samples * expected.bits) / 8)
      throw damaged('The JPEG 2000 data of this file is damaged.', error)
    // Subsampled chrominance has become RGB in the decoder.
    const subsampled = siz.components.some(({ dx, dy }) => dx > 1 || dy > 1)
    if (expected.yCbCr && expected.samples === 3 && expected.bits === 8 && !subsampled) convertToRgb(bytes)
    return bytes
  } finally {
    decoder.delete()
  }
}

/**
 * Whether the decoder's wrapper puts the components together as they are meant: from the corner of the canvas, none subsampled but the two of
 * chrominance in width, or in width and height.
 */
function isUsual({ left, top, components }: Codestream, chrominance: boolean): boolean {
  const [luminance, ...others] = components
  const isFull = (one: Component | undefined) => one?.dx === 1 && one.dy === 1
  if (left !== 0 || top !== 0 || !isFull(luminance)) return false
  if (others.every(isFull)) return true
  const [cb, cr] = others
  return chrominance && cb?.dx === 2 && cb.dy <= 2 && cr?.dx === 2 && cr.dy === cb.dy
}

interface Component {
  /** Bits − 1, +128 when signed. */
  depth: number
  /** Pixels of the canvas per sample. */
  dx: number
  dy: number
}

interface Codestream {
  left: number
  top: number
  width: number
  height: number
  components: readonly Component[]
}

const SIZ = 0xff51
const SIZ_FIELDS = 42

/** The SIZ segment, which follows the start of a codestream (ISO/IEC 15444-1, A.5.1); null: there is none. */
export function readSize(stream: Uint8Array): Codestream | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  if (stream.length < SIZ_FIELDS || view.getUint16(0) !== 0xff4f || view.getUint16(2) !== SIZ) return null
  const count = view.getUint16(40)
  if (stream.length < SIZ_FIELDS + 3 * count) return null
  return {
    left: view.getUint32(16),
    top: view.getUint32(20),
    width: view.getUint32(8) - view.getUint32(16),
    height: view.getUint32(12) - view.getUint32(20),
    components: Array.from({ length: count }, (_, i) => ({
      depth: view.getUint8(SIZ_FIELDS + 3 * i),
      dx: view.getUint8(SIZ_FIELDS + 3 * i + 1),
      dy: view.getUint8(SIZ_FIELDS + 3 * i + 2),
    })),
  }
}

/** Y′CbCr of JFIF (ITU-R BT.601, full range) to RGB, in place. */
function convertToRgb(pixels: Uint8Array): void {
  const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
  for (let i = 0; i + 2 < pixels.length; i += 3) {
    const y = pixels[i] ?? 0
    const cb = (pixels[i + 1] ?? 0) - 128
    const cr = (pixels[i + 2] ?? 0) - 128
    pixels[i] = clamp(y + 1.402 * cr)
    pixels[i + 1] = clamp(y - 0.344136 * cb - 0.714136 * cr)
    pixels[i + 2] = clamp(y + 1.772 * cb)
  }
}
