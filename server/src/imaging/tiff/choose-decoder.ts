import { damaged, unsupported } from '../imaging-error.ts'
import { type SampleType, uint8, uint16 } from '../sample-type.ts'
import { canDecompress } from './codecs/decompress.ts'
import { isJpeg2000 } from './codecs/jpeg-2000.ts'
import { isGrey, isLogLuminance, type TiffPage } from './page.ts'
import { Compression, Photometric } from './tags.ts'
import { pageType } from './unpack.ts'

/** How the pages of a TIFF are decoded, and the format of the result. */
export interface Decoder {
  via: 'sharp' | 'bands'
  type: SampleType
  samples: 1 | 3
  hasAlpha: boolean
  /** Grey pages may hold several channels, interleaved. */
  channelsPerPage: number
}

const AS_TIFF = 'save it as an uncompressed or LZW-compressed TIFF and upload it again'

/**
 * Chooses the decoder by the pixel format of a page:
 *
 * | pixels                                  | decoder | result                                  |
 * | --------------------------------------- | ------- | --------------------------------------- |
 * | grey, 1 2 4 8 16 bits, unsigned         | sharp   | unchanged; 1 2 4 bits scaled to 8       |
 * | RGB, 8 or 16 bits, unsigned             | sharp   | unchanged, alpha flattened on white     |
 * | palette, YCbCr, CMYK, Lab, LogLuv       | sharp   | sRGB of 8 bits                          |
 * | palette that is only for display        | own     | the indices                             |
 * | grey or RGB of other depths, signed, floating point, with extra samples, or Zstandard | own | the next larger type; extra grey samples are channels, extra RGB samples are left out |
 * | 16-bit logarithms of luminance (LogL) | own | luminances, floating point |
 * | grey of 8 or 16 bits, RGB or YCbCr of 8, compressed by JPEG 2000 | own | unchanged, YCbCr converted to RGB |
 * | RGB of 8 bits, compressed by WebP       | own     | unchanged, alpha flattened on white     |
 * | YCbCr of 8 bits, compressed by old-style JPEG | own | RGB                                   |
 * | the rest                                | none    | an error                                |
 *
 * @throws ImagingError `unsupported` or `damaged`
 */
export function chooseDecoder(page: TiffPage, paletteIsDisplay: boolean): Decoder {
  if (isJpeg2000(page.compression)) return wavelets(page)
  if (page.compression === Compression.Webp) return webp(page)
  if (page.compression === Compression.OldJpeg) return oldJpeg
  if (isLogLuminance(page)) {
    return { via: 'bands', type: pageType(page), samples: 1, hasAlpha: false, channelsPerPage: 1 }
  }
  const grey = isGrey(page) || page.photometric === Photometric.Mask || (isPalette(page) && paletteIsDisplay)
  if (!grey && page.photometric !== Photometric.Rgb) return converted(page)
  const colours = grey ? 1 : 3
  const alpha = page.hasAlpha ? 1 : 0
  const extra = page.samplesPerPixel - colours - alpha
  if (extra < 0) throw damaged('This TIFF has fewer samples per pixel than its colours need.')
  const plainDepth = page.bits === 8 || page.bits === 16 || (grey && [1, 2, 4].includes(page.bits))
  // libvips cannot read JPEG tiles of four samples, nor planar tiles.
  const fourSampleJpeg = page.compression === Compression.Jpeg && page.samplesPerPixel === 4
  if (
    plainDepth &&
    !fourSampleJpeg &&
    !(page.tiled && page.statedPlanar) &&
    page.format === 'uint' &&
    extra === 0 &&
    !isPalette(page) &&
    page.compression !== Compression.Zstd
  ) {
    refuseUnknownCompression(page)
    const type = page.bits === 16 ? uint16 : uint8
    return { via: 'sharp', type, samples: colours, hasAlpha: page.hasAlpha, channelsPerPage: 1 }
  }
  const greyJpeg =
    page.compression === Compression.Jpeg &&
    page.bits === 8 &&
    page.photometric !== Photometric.WhiteIsZero &&
    (page.planar || page.samplesPerPixel === 1)
  if (!fourSampleJpeg && !greyJpeg && !canDecompress(page.compression)) {
    throw unsupported(`This TIFF compresses ${page.bits}-bit samples in a way that cannot be read`, AS_TIFF)
  }
  return {
    via: 'bands',
    type: pageType(page),
    samples: colours,
    hasAlpha: page.hasAlpha && extra === 0 && page.format === 'uint',
    channelsPerPage: grey ? page.samplesPerPixel - alpha : 1,
  }
}

function wavelets(page: TiffPage): Decoder {
  const samples = isGrey(page) ? 1 : 3
  const colours = samples === 1 || page.photometric === Photometric.Rgb || page.photometric === Photometric.YCbCr
  // OpenJPEG's wrapper does not hand out colours of 16 bits.
  const depth = page.bits === 8 || (page.bits === 16 && samples === 1)
  const plain = page.format === 'uint' && depth && !page.planar
  if (!colours || !plain || page.samplesPerPixel !== samples) {
    throw unsupported('This TIFF keeps pixels of an unusual format in JPEG 2000, which is not supported', AS_TIFF)
  }
  return { via: 'bands', type: pageType(page), samples, hasAlpha: false, channelsPerPage: 1 }
}

function webp(page: TiffPage): Decoder {
  const colours = page.photometric === Photometric.Rgb && page.bits === 8 && page.format === 'uint' && !page.planar
  const alpha = page.hasAlpha ? 1 : 0
  if (!colours || page.samplesPerPixel !== 3 + alpha) {
    throw unsupported('This TIFF keeps pixels of an unusual format in WebP, which is not supported', AS_TIFF)
  }
  return { via: 'bands', type: uint8, samples: 3, hasAlpha: page.hasAlpha, channelsPerPage: 1 }
}

/** Its decoder refuses pixels other than YCbCr. */
const oldJpeg: Decoder = { via: 'bands', type: uint8, samples: 3, hasAlpha: false, channelsPerPage: 1 }

/** Colour spaces that sharp converts to sRGB. */
function converted(page: TiffPage): Decoder {
  refuseUnknownCompression(page)
  if (page.photometric === Photometric.Cfa) {
    throw unsupported('This TIFF holds the raw mosaic of a camera sensor', 'develop it to an RGB TIFF and upload that')
  }
  const logarithmic = page.photometric === Photometric.LogLuv || page.photometric === Photometric.LogL
  const plain = page.format === 'uint' && page.bits <= 16
  if (!plain && !logarithmic) {
    throw unsupported(
      'This TIFF stores colours other than RGB as signed or floating-point numbers',
      'convert it to RGB and upload it again',
    )
  }
  return { via: 'sharp', type: uint8, samples: 3, hasAlpha: page.hasAlpha, channelsPerPage: 1 }
}

const compressionNames: Record<number, string> = {
  [Compression.ThunderScan]: 'ThunderScan',
  [Compression.Next]: 'NeXT',
  [Compression.JpegXl]: 'JPEG XL',
  [Compression.Lzma]: 'LZMA',
  [Compression.Zstd]: 'Zstandard',
}

const sharpReads = new Set<number>([
  Compression.None,
  Compression.Ccitt,
  Compression.Group3,
  Compression.Group4,
  Compression.Lzw,
  Compression.Jpeg,
  Compression.Deflate,
  Compression.PackBits,
  Compression.OldDeflate,
  Compression.SgiLog,
  Compression.SgiLog24,
])

function refuseUnknownCompression({ compression }: TiffPage): void {
  if (sharpReads.has(compression)) return
  const name = compressionNames[compression]
  if (!name) throw damaged(`This TIFF names a compression that does not exist (${compression}).`)
  throw unsupported(`This TIFF uses ${name} compression, which is not supported`, AS_TIFF)
}

const isPalette = ({ photometric }: TiffPage) => photometric === Photometric.Palette
