/** Formats in which a time series is saved. */
export type MovieFormat = 'mp4' | 'webm' | 'gif'

/** How a movie is written. */
export interface MovieShape {
  /** Pixels; even, as codecs demand. */
  width: number
  height: number
  /** Frames per second. */
  fps: number
}

/** Writes frames of one canvas into a movie. */
export interface MovieWriter {
  /** Bytes that are written, as far as the encoder has told. */
  readonly bytes: number
  /** Adds what the canvas shows. Waits until the encoder has room. */
  add(): Promise<void>
  finish(): Promise<Blob>
  /** Drops what was written. */
  cancel(): Promise<void>
}

/** What is written of a movie. */
export interface MovieProgress {
  frames: number
  bytes: number
}

/** Bytes of a movie, which is in memory until it is saved. */
const mostBytes = 256 * 1024 ** 2

/** @param of - frames of the whole movie @throws Error in words when it has become too large */
export const requireRoom = ({ frames, bytes }: MovieProgress, of: number): void => {
  if (bytes > mostBytes)
    throw new Error(
      `A movie has at most 256 MB, which was reached after ${frames} of ${of} frames. Take fewer time points or a smaller size.`,
    )
}
