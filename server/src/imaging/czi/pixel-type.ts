import { unsupported } from '../imaging-error.ts'
import { float32, float64, type SampleType, uint8, uint16, uint32 } from '../sample-type.ts'

/** Pixel format of a sub-block. */
export interface CziPixel {
  type: SampleType
  /** Samples per decoded pixel: grey, or red, green, blue. */
  samples: 1 | 3
  /** Samples per stored pixel: grey; blue, green, red; or blue, green, red, alpha. */
  stored: 1 | 3 | 4
}

const pixelTypes: Record<number, CziPixel> = {
  0: { type: uint8, samples: 1, stored: 1 },
  1: { type: uint16, samples: 1, stored: 1 },
  2: { type: float32, samples: 1, stored: 1 },
  3: { type: uint8, samples: 3, stored: 3 },
  4: { type: uint16, samples: 3, stored: 3 },
  8: { type: float32, samples: 3, stored: 3 },
  9: { type: uint8, samples: 3, stored: 4 },
  12: { type: uint32, samples: 1, stored: 1 },
  13: { type: float64, samples: 1, stored: 1 },
}

/**
 * The pixel format of a `PixelType` number of a CZI directory entry.
 *
 * @throws ImagingError `unsupported` for complex and unknown types
 */
export function cziPixel(pixelType: number): CziPixel {
  const pixel = pixelTypes[pixelType]
  if (pixel) return pixel
  throw unsupported('This CZI stores complex numbers instead of intensities', 'export it as OME-TIFF')
}
