/**
 * Grows by one whenever files can be read that could not be read before: media that failed with an earlier decoder may then be processed
 * again. 1: JPEG 2000, planar tiles, LogL. 2: JP2, WebP and old-style JPEG in TIFF.
 */
export const decoderVersion = 2
