/** The part of `gifenc` 1.0 that is used; the package has no types. */
declare module 'gifenc' {
  /** Red, green and blue, 0 to 255. */
  type Palette = number[][]
  interface Encoder {
    writeFrame(
      indices: Uint8Array,
      width: number,
      height: number,
      options: {
        first: boolean
        palette: Palette
        /** ms, rounded to hundredths of a second. */
        delay: number
        /** 0: for ever; of the first frame. */
        repeat?: number
      },
    ): void
    /** The header, for an encoder that does not write it itself. */
    writeHeader(): void
    finish(): void
    /** Forgets what was written. */
    reset(): void
    /** A copy of what was written. */
    bytes(): Uint8Array<ArrayBuffer>
  }
  /** @param options - without `auto`, the header and which frame is the first are up to the caller */
  export function GIFEncoder(options: { auto: false }): Encoder
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array
}
