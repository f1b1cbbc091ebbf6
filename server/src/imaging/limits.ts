/** What processing one upload may cost. The defaults fit 1.5 GB of memory beside the server process. */
export interface ImagingLimits {
  /** Pixels of one plane; all planes together may have ten times as many. */
  maxPixels: number
  /** Files of over `bombFloor` pixels in all planes may declare at most this many pixels per byte of the file. */
  maxPixelsPerByte: number
  /** Images below this many pixels are never taken for decompression bombs. */
  bombFloor: number
  /** Each channel adds a histogram to the response about the image. Hyperspectral cameras have up to 500, multiplexed staining 100. */
  maxChannels: number
  /** Each time point costs one file and about 6 ms. 20,000 are two weeks at one per minute, or eleven minutes at 30 per second. */
  maxTimePoints: number
  /** Only one of them is shown; light-sheet stacks have some thousand. */
  maxZPlanes: number
  /** Channels × Z planes × time points. */
  maxPlanes: number
  /**
   * Bytes of the file that there must be per plane beyond `planesFloor`: a TIFF directory alone takes about 150. The smallest real planes
   * known, compressed label masks of 256 × 256 pixels, take 876.
   */
  minBytesPerPlane: number
  planesFloor: number
  /** Resident memory of the child process, bytes. */
  memoryBytes: number
  /** Wall-clock time of the child process: a base, and an allowance per 10⁶ bytes of the file. */
  timeoutMs: number
  timeoutMsPerMegabyte: number
  /** Bytes that the child process may write, intermediate files included: a base, and an allowance per byte of the file. */
  diskBytes: number
  diskBytesPerByte: number
}

const MEGA = 1_000_000

/** Generous for real microscopy files; the ratios (pixels and disk per byte) bound what a small crafted file can cost. */
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
