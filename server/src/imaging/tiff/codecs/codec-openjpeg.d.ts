/** The package brings no types: what of `J2KDecoder` (its src/J2KDecoder.hpp) is used here. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface J2KDecoder {
    /** A view on memory for so many bytes of codestream; valid until the next call. */
    getEncodedBuffer(bytes: number): Uint8Array
    decode(): void
    /** Interleaved samples, 16-bit ones little-endian; valid until the next call. */
    getDecodedBuffer(): Uint8Array
    delete(): void
  }
  const createModule: (options: {
    print(line: string): void
    printErr(line: string): void
  }) => Promise<{ J2KDecoder: new () => J2KDecoder }>
  export default createModule
}

/** The whole codec, of which tests use the encoder. */
declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface J2KEncoder {
    getDecodedBuffer(pixels: {
      width: number
      height: number
      bitsPerSample: number
      componentCount: number
      isSigned: boolean
    }): Uint8Array
    setQuality(lossless: boolean, factor: number): void
    /** 4: components outermost. */
    setProgressionOrder(order: 0 | 1 | 2 | 3 | 4): void
    encode(): void
    getEncodedBuffer(): Uint8Array
    delete(): void
  }
  const createModule: (options: {
    print(line: string): void
    printErr(line: string): void
  }) => Promise<{ J2KEncoder: new () => J2KEncoder }>
  export default createModule
}
