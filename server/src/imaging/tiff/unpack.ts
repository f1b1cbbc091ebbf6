import { damaged } from '../imaging-error.ts'
import { allocateSamples, float32, type SampleFormat, type Samples, type SampleType } from '../sample-type.ts'
import { isLogLuminance, type TiffPage } from './page.ts'

interface Packing {
  bits: number
  format: SampleFormat
  littleEndian: boolean
  /** Samples per row of the segment; rows are padded to whole bytes. */
  rowLength: number
  /** Distance in samples to the same sample of the previous pixel, which predictors subtract. */
  step: number
  predictor: number
  /** White is zero: values are subtracted from the largest one. */
  inverted: boolean
  /** Scale samples of fewer than 8 bits to the range of 8. */
  spread: boolean
}

type Integers = Uint8Array | Uint16Array | Uint32Array

/** The smallest sample type that holds `bits` bits (1 to 64) of that format; integers of over 32 bits become doubles. */
function storedType(bits: number, format: SampleFormat): SampleType {
  if (format === 'float') return { bits: bits > 32 ? 64 : 32, format }
  if (bits > 32) return { bits: 64, format: 'float' }
  return { bits: bits <= 8 ? 8 : bits <= 16 ? 16 : 32, format }
}

/** Type of the samples of a page once they are decoded. */
export const pageType = (page: TiffPage): SampleType =>
  isLogLuminance(page) ? float32 : storedType(page.bits, page.format)

/** Bytes of a row of `rowLength` samples: rows are padded to whole bytes. */
export const bytesPerRow = (bits: number, rowLength: number) => Math.ceil((bits * rowLength) / 8)

/**
 * Samples of a decompressed strip or tile, in `storedType`; predictor and inversion are undone.
 *
 * @throws ImagingError `damaged` for depths and predictors that do not exist
 */
export function unpackSamples(bytes: Uint8Array, packing: Packing): Samples {
  const { bits, format, predictor, rowLength, step } = packing
  if (predictor === 3) {
    const gathered = new Uint8Array(bytes)
    unshuffleFloats(gathered, bits / 8, rowLength, step)
    return unpackSamples(gathered, { ...packing, predictor: 1, littleEndian: false })
  }
  if (bits === 64) return unpackDoubles(bytes, packing)
  const integers = unpackIntegers(bytes, packing)
  if (predictor === 2) sumUp(integers, bits, rowLength, step)
  if (packing.inverted) invert(integers, bits)
  if (packing.spread && bits < 8) spreadTo8(integers, bits)
  if (format === 'uint') return integers
  return format === 'int' ? signed(integers, bits) : floats(integers, bits)
}

/** A little-endian copy: all platforms that the server supports are little-endian. */
function inNativeOrder(bytes: Uint8Array, width: 2 | 4 | 8, littleEndian: boolean): ArrayBuffer {
  // `slice` would not copy: that of a Buffer returns a view.
  const copy = new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % width)))
  const swapped = Buffer.from(copy.buffer)
  if (!littleEndian) ({ 2: () => swapped.swap16(), 4: () => swapped.swap32(), 8: () => swapped.swap64() })[width]()
  return copy.buffer
}

function unpackDoubles(bytes: Uint8Array, { format, littleEndian, predictor }: Packing): Float64Array {
  if (predictor !== 1) throw damaged('This TIFF predicts 64-bit samples, which no writer does.')
  const native = inNativeOrder(bytes, 8, littleEndian)
  if (format === 'float') return new Float64Array(native)
  return Float64Array.from(format === 'int' ? new BigInt64Array(native) : new BigUint64Array(native), Number)
}

function unpackIntegers(bytes: Uint8Array, { bits, littleEndian, rowLength }: Packing): Integers {
  if (bits === 8) return new Uint8Array(bytes)
  if (bits === 16) return new Uint16Array(inNativeOrder(bytes, 2, littleEndian))
  if (bits === 32) return new Uint32Array(inNativeOrder(bytes, 4, littleEndian))
  const rowBytes = bytesPerRow(bits, rowLength)
  const rows = Math.floor(bytes.length / rowBytes)
  const length = rows * rowLength
  const out = bits < 8 ? new Uint8Array(length) : bits < 16 ? new Uint16Array(length) : new Uint32Array(length)
  if (bits === 24) unpackTriples(bytes, littleEndian, out)
  else for (let row = 0; row < rows; row++) unpackBits(bytes, row * rowBytes, bits, out, row * rowLength, rowLength)
  return out
}

function unpackTriples(bytes: Uint8Array, littleEndian: boolean, out: Integers) {
  const [low, high] = littleEndian ? [0, 2] : [2, 0]
  for (let i = 0; i < out.length; i++) {
    out[i] = (bytes[3 * i + low] ?? 0) | ((bytes[3 * i + 1] ?? 0) << 8) | ((bytes[3 * i + high] ?? 0) << 16)
  }
}

/** Samples of any width, most significant bit first. */
function unpackBits(bytes: Uint8Array, from: number, bits: number, out: Integers, to: number, count: number) {
  let bit = 8 * from
  for (let i = 0; i < count; i++) {
    let value = 0
    for (let left = bits; left > 0; ) {
      const taken = Math.min(left, 8 - (bit & 7))
      const part = ((bytes[bit >> 3] ?? 0) >> (8 - (bit & 7) - taken)) & ((1 << taken) - 1)
      value = value * 2 ** taken + part
      bit += taken
      left -= taken
    }
    out[to + i] = value
  }
}

/** Undoes horizontal differencing (TIFF 6.0 section 14). */
function sumUp(samples: Integers, bits: number, rowLength: number, step: number) {
  const range = 2 ** bits
  for (let row = 0; row < samples.length; row += rowLength) {
    for (let i = row + step; i < row + rowLength; i++) {
      samples[i] = ((samples[i] ?? 0) + (samples[i - step] ?? 0)) % range
    }
  }
}

/**
 * Undoes the floating-point predictor of TIFF Technical Note 3 (2005) in place: differences are summed, then bytes gathered from
 * planes of equal significance.
 */
function unshuffleFloats(bytes: Uint8Array, width: number, rowLength: number, step: number) {
  const rowBytes = rowLength * width
  const row = new Uint8Array(rowBytes)
  for (let start = 0; start + rowBytes <= bytes.length; start += rowBytes) {
    for (let i = start + step; i < start + rowBytes; i++) bytes[i] = (bytes[i] ?? 0) + (bytes[i - step] ?? 0)
    for (let i = 0; i < rowLength; i++) {
      for (let b = 0; b < width; b++) row[i * width + b] = bytes[start + b * rowLength + i] ?? 0
    }
    bytes.set(row, start)
  }
}

function invert(samples: Integers, bits: number) {
  const most = 2 ** bits - 1
  for (let i = 0; i < samples.length; i++) samples[i] = most - (samples[i] ?? 0)
}

function spreadTo8(samples: Integers, bits: number) {
  const factor = 255 / (2 ** bits - 1)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.round((samples[i] ?? 0) * factor)
}

function signed(samples: Integers, bits: number): Samples {
  const half = 2 ** (bits - 1)
  const out = allocateSamples(storedType(bits, 'int'), samples.length)
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i] ?? 0
    out[i] = value >= half ? value - 2 * half : value
  }
  return out
}

/** Bits of exponent and fraction in the floating-point formats of TIFF Technical Note 3 (2005); one more is the sign. */
const floatFormats: Record<number, { exponent: number; fraction: number }> = {
  16: { exponent: 5, fraction: 10 },
  24: { exponent: 7, fraction: 16 },
  32: { exponent: 8, fraction: 23 },
}

function floats(samples: Integers, bits: number): Float32Array {
  if (bits === 32) return new Float32Array(samples.buffer, samples.byteOffset, samples.length)
  const { exponent, fraction } = floatFormats[bits] ?? {}
  if (exponent === undefined || fraction === undefined) throw damaged(`No floating-point number has ${bits} bits.`)
  const bias = 2 ** (exponent - 1) - 1
  const special = 2 ** exponent - 1
  return Float32Array.from(samples, (pattern) => {
    const sign = pattern >= 2 ** (bits - 1) ? -1 : 1
    const power = Math.floor(pattern / 2 ** fraction) & special
    const mantissa = (pattern % 2 ** fraction) / 2 ** fraction
    if (power === special) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
    return power === 0 ? sign * mantissa * 2 ** (1 - bias) : sign * (1 + mantissa) * 2 ** (power - bias)
  })
}
