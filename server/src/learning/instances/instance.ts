import type { Region } from '../../analysis/runtime/tiles.ts'

/** A nucleus in pixels of the network. */
export interface Instance {
  /** Its deepest pixel. */
  peak: readonly [x: number, y: number]
  /** Depth there, about 0 to 1: how sure the network is of it. */
  height: number
  /** What surrounds it most narrowly. */
  bounds: Region
  /** Its pixels, holes included. */
  area: number
  /** Of the bounds and one pixel round them, for outlines finer than a pixel: how far inside, below 0 outside. */
  margin: Float32Array
}

export interface DecodeOptions {
  /** Least probability of a pixel of a nucleus. */
  foreground: number
  /**
   * Least rise of a peak of the depth above the pass to a higher one, to be a nucleus of its own, where both together are as large as the
   * size head expects of one; where they are twice as large, half of it.
   */
  dynamics: number
  /** Standard deviation of the smoothing of the depth, pixels of the network. */
  smoothing: number
  /** Least area, as a share of a disc of the network's diameter. */
  leastArea: number
  /** Least depth of a nucleus's deepest pixel: the network is not sure of less, such as what lies far out of focus. */
  leastDepth: number
}

/** What was tried: models/README.md. */
export const DECODE_DEFAULTS: DecodeOptions = {
  foreground: 0.5,
  dynamics: 0.28,
  smoothing: 0.8,
  leastArea: 0.1,
  leastDepth: 0.35,
}
