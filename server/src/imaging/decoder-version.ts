/**
 * Grows by one whenever files can be read that could not be read before: media that failed with an earlier decoder may then be processed
 * again. 1: JPEG 2000, planar tiles, LogL. 2: JP2, WebP and old-style JPEG in TIFF. 3: DICOM, and images of several
 * files in an archive (OME-Zarr, sets of OME-TIFFs).
 */
export const decoderVersion = 3
