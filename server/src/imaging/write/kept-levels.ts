/** A whole level of an RGB picture: height × width × 3, row-major, interleaved. */
export interface LevelPicture {
  width: number
  height: number
  data: Uint8Array
}

/** Longest side, in pixels, of the largest level that histograms and thumbnails are made of. */
export const LARGEST_KEPT = 2_048

/** Room for the pixels of a level that is needed again, so that its tiles need not be decoded; null: it is larger than any that is. */
export const keepLevel = ({ width, height }: { width: number; height: number }): LevelPicture | null =>
  Math.max(width, height) > LARGEST_KEPT ? null : { width, height, data: new Uint8Array(width * height * 3) }
