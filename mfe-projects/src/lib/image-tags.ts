import type { Image } from '@lamella/shared/contract'
import { IconClock, IconMap2, IconStack2 } from '@tabler/icons-react'

/** Tags of an image with channels, time points or a pyramid; none for a plain 2D image. */
export const tagsOf = (image: Image) => [
  ...(image.isMultichannelImage || image.mcChannelLength > 1
    ? [{ icon: IconStack2, text: `${image.mcChannelLength} ch` }]
    : []),
  ...(image.isTimeSeries ? [{ icon: IconClock, text: `${image.timeSeriesLength} t` }] : []),
  ...(image.isPyramid ? [{ icon: IconMap2, text: 'pyramid' }] : []),
]
