import type { ImageView } from '@lamella/shared/contract'

/** Samples of a tile in the format of the image. */
export type SampleArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

const constructors = {
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const

const hostIsLittle = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** Reverses the bytes of every sample in place. */
const swapBytes = (bytes: Uint8Array, size: number): void => {
  for (let start = 0; start < bytes.length; start += size) bytes.subarray(start, start + size).reverse()
}

/**
 * Samples of a raw tile. The buffer is used, not copied, and its bytes are swapped in place where the byte order
 * differs.
 */
export const samplesOf = (buffer: ArrayBuffer, { sampleFormat, byteOrder }: ImageView): SampleArray => {
  const Samples = constructors[sampleFormat]
  if ((byteOrder === 'little') !== hostIsLittle) swapBytes(new Uint8Array(buffer), Samples.BYTES_PER_ELEMENT)
  return new Samples(buffer)
}
