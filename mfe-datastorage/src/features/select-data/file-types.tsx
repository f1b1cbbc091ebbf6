import type { FileType } from '@lamella/shared/contract'
import { IconClock, IconPhoto, IconStack2 } from '@tabler/icons-react'

/** Texts of each kind of image data; the formats are those of D3-2-49 to D3-2-51. */
export const fileTypes = [
  {
    type: 'TwoDimensions',
    title: '2D Images',
    word: '2D',
    icon: IconPhoto,
    formats:
      'JP(E)G, PNG, BMP, single page/pyramid TIF(F), VMIC, GTIF, SVS, NDPI, SCN, STK, QPTIFF, CTL, CZI, OME-TIFF',
  },
  {
    type: 'MultiChannel',
    title: 'Multichannel Images',
    word: 'Multichannel',
    icon: IconStack2,
    formats: 'multipage TIF(F), STK, CZI, QPTIFF, OME-TIFF',
  },
  {
    type: 'TimeSeries',
    title: 'Time Series Images',
    word: 'Time series',
    icon: IconClock,
    formats: 'multipage TIF(F), STK, CZI, OME-TIFF',
  },
] as const satisfies readonly { type: FileType; title: string; word: string; icon: unknown; formats: string }[]
