/** What one upload may cost. The defaults fit a worker of 1.5 GB beside the server process. */
export interface ImagingLimits {
  /** Pixels of one plane, and of all planes together ten times as many. */
  maxPixels: number
  /** Files of over `bombFloor` pixels in all planes may hold at most this many pixels a byte. */
  maxPixelsPerByte: number
  /** Images below this many pixels are never taken for decompression bombs. */
  bombFloor: number
  /** A channel costs a histogram and a sample in each answer about the image. Hyperspectral cameras have up to 500, multiplexed staining 100. */
  maxChannels: number
  /** A time point costs a file and about 6 ms. 20,000 are two weeks at one a minute, or eleven minutes at 30 a second. */
  maxTimePoints: number
  /** Only one of them is shown; light sheets have some thousand. */
  maxZPlanes: number
  /** Channels × Z planes × time points. */
  maxPlanes: number
  /**
   * Each plane beyond `planesFloor` has to have this many bytes of the file: its directory alone takes about 150. The smallest
   * known real planes, compressed label masks of 256 × 256 pixels, have 876.
   */
  minBytesPerPlane: number
  planesFloor: number
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
  maxChannels: 512,
  maxTimePoints: 20_000,
  maxZPlanes: 20_000,
  maxPlanes: 200_000,
  minBytesPerPlane: 256,
  planesFloor: 64,
  memoryBytes: 1_200 * MEGA,
  timeoutMs: 120_000,
  timeoutMsPerMegabyte: 500,
  diskBytes: 512 * MEGA,
  diskBytesPerByte: 32,
}
