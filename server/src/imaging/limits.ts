/** What one upload may cost. The defaults fit a worker of 1.5 GB beside the server process. */
export interface ImagingLimits {
  /** Pixels of one plane, and of all planes together ten times as many. */
  maxPixels: number
  /** Files of over `bombFloor` pixels may hold at most this many pixels a byte. */
  maxPixelsPerByte: number
  /** Images below this many pixels are never taken for decompression bombs. */
  bombFloor: number
  /** Resident memory of the child process, bytes. */
  memoryBytes: number
  /** Wall-clock time of the child process: a base and a share for each byte of the file. */
  timeoutMs: number
  timeoutMsPerMegabyte: number
  /** What the child process may write, intermediate files included: a base and a share for each byte of the file. */
  diskBytes: number
  diskBytesPerByte: number
}

const MEGA = 1_000_000

export const defaultLimits: ImagingLimits = {
  maxPixels: 40_000 * MEGA,
  maxPixelsPerByte: 2_000,
  bombFloor: 500 * MEGA,
  memoryBytes: 1_200 * MEGA,
  timeoutMs: 120_000,
  timeoutMsPerMegabyte: 500,
  diskBytes: 512 * MEGA,
  diskBytesPerByte: 32,
}
