import type { Image } from '@lamella/shared/contract'
import { IconClock, IconMap2, IconStack2 } from '@tabler/icons-react'

/** What an image has beyond one plane of two dimensions. */
export const tagsOf = (image: Image) => [
  ...(image.isMultichannelImage ? [{ icon: IconStack2, text: `${image.mcChannelLength} ch` }] : []),
  ...(image.isTimeSeries ? [{ icon: IconClock, text: `${image.timeSeriesLength} t` }] : []),
  ...(image.isPyramid ? [{ icon: IconMap2, text: 'pyramid' }] : []),
]
