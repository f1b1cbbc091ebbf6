import { damaged } from '../../imaging-error.ts'

/** Runs are coded as 126 more than their length. */
const RUN = 126
const SHORTEST_RUN_CODE = 128

/**
 * Decodes LogL of 16 bits (SGI, libtiff's `tif_luv.c`): a sign, and 256 steps per doubling of the luminance. Each row is stored as its high
 * bytes and then its low ones, both run-length coded.
 *
 * @returns luminances, row-major, in cd/m² where the file is calibrated
 * @throws ImagingError `damaged` when it ends early
 */
export function decodeLogLuminance(input: Uint8Array, rows: number, width: number): Float32Array {
  const luminances = new Float32Array(rows * width)
  const codes = new Uint16Array(width)
  let at = 0
  for (let row = 0; row < rows; row++) {
    codes.fill(0)
    for (const shift of [8, 0]) {
      for (let x = 0; x < width; ) {
        const head = input[at++]
        if (head === undefined || head === 0) throw damaged('The logarithmic data of this TIFF is damaged.')
        const isRun = head >= SHORTEST_RUN_CODE
        const end = Math.min(width, x + (isRun ? head - RUN : head))
        const first = at
        for (; x < end; x++) codes[x] = (codes[x] ?? 0) | ((input[isRun ? first : at++] ?? 0) << shift)
        if (isRun) at++
      }
    }
    for (let x = 0; x < width; x++) luminances[row * width + x] = luminance(codes[x] ?? 0)
  }
  if (at > input.length) throw damaged('The logarithmic data of this TIFF is damaged.')
  return luminances
}

function luminance(code: number): number {
  const exponent = code & 0x7fff
  if (exponent === 0) return 0
  const value = 2 ** ((exponent + 0.5) / 256 - 64)
  return code & 0x8000 ? -value : value
}
