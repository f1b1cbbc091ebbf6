/**
 * Planes that are used again from one tile to the next. Fresh ones are collected late, by hundreds of megabytes, and the system clears each
 * of their pages before its first use, which takes as long as filling them.
 */
export interface Scratch {
  /** @returns a plane with whatever was in it, valid until the same name is asked for again */
  float32(name: string, length: number): Float32Array<ArrayBuffer>
  int32(name: string, length: number): Int32Array<ArrayBuffer>
  uint8(name: string, length: number): Uint8Array<ArrayBuffer>
}

/** Makes a set of planes; each grows to the longest that was asked for under its name. */
export function createScratch(): Scratch {
  const buffers = new Map<string, ArrayBuffer>()
  const atLeast = (name: string, bytes: number): ArrayBuffer => {
    const known = buffers.get(name)
    if (known && known.byteLength >= bytes) return known
    const buffer = new ArrayBuffer(bytes)
    buffers.set(name, buffer)
    return buffer
  }
  return {
    float32: (name, length) => new Float32Array(atLeast(name, 4 * length), 0, length),
    int32: (name, length) => new Int32Array(atLeast(name, 4 * length), 0, length),
    uint8: (name, length) => new Uint8Array(atLeast(name, length), 0, length),
  }
}
