/** Side of a tile, pixels (Zoomify uses the same). */
export const TILE_SIZE = 256
/** Bins of each channel's histogram. */
export const HISTOGRAM_BINS = 256
