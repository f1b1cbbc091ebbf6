/** Number formats of samples, in the order of the TIFF tag `SampleFormat` (1, 2, 3). Tiles store them little-endian and interleaved. */
export const sampleFormats = ['uint', 'int', 'float'] as const
export type SampleFormat = (typeof sampleFormats)[number]

/** Samples in memory: planes are row-major, the samples of a pixel interleaved. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

/** Number format and width of one sample. */
export interface SampleType {
  bits: 8 | 16 | 32 | 64
  format: SampleFormat
}

export const uint8: SampleType = { bits: 8, format: 'uint' }
export const uint16: SampleType = { bits: 16, format: 'uint' }
export const uint32: SampleType = { bits: 32, format: 'uint' }
export const float32: SampleType = { bits: 32, format: 'float' }
export const float64: SampleType = { bits: 64, format: 'float' }

/** An array of zeros for that type. 64-bit integers become doubles, exact up to 2^53: browsers cannot draw BigInt arrays. */
export function allocateSamples({ bits, format }: SampleType, length: number): Samples {
  if (bits === 64) return new Float64Array(length)
  if (format === 'float') return new Float32Array(length)
  if (bits === 8) return format === 'int' ? new Int8Array(length) : new Uint8Array(length)
  if (bits === 16) return format === 'int' ? new Int16Array(length) : new Uint16Array(length)
  return format === 'int' ? new Int32Array(length) : new Uint32Array(length)
}

/** A view on little-endian bytes, copied only where they are not aligned; an incomplete last sample is left out. */
export function samplesFromBytes(type: SampleType, bytes: Uint8Array): Samples {
  const width = type.bits / 8
  const aligned = bytes.byteOffset % width === 0 ? bytes : Uint8Array.from(bytes)
  const length = Math.floor(aligned.byteLength / width)
  const view = [aligned.buffer, aligned.byteOffset, length] as const
  if (type.bits === 64) return new Float64Array(...view)
  if (type.format === 'float') return new Float32Array(...view)
  if (type.bits === 8) return type.format === 'int' ? new Int8Array(...view) : new Uint8Array(...view)
  if (type.bits === 16) return type.format === 'int' ? new Int16Array(...view) : new Uint16Array(...view)
  return type.format === 'int' ? new Int32Array(...view) : new Uint32Array(...view)
}

/** A view on the bytes of an array, without copying. */
export const bytesOf = (samples: Samples): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
