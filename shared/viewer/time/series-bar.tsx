import type { ZChoice } from '@lamella/shared/contract'
import { useMemo } from 'react'
import type { ImageMap } from '../canvas/image-map.ts'
import type { ChannelSetting } from '../tiles/channel-settings.ts'
import { framesOf } from './frames.ts'
import { TimeBar, type TimeBarProps } from './time-bar.tsx'

interface SeriesBarProps extends Omit<TimeBarProps, 'load' | 'isFetched'> {
  map: ImageMap
  channels: readonly ChannelSetting[]
  /** The Z plane that is shown. */
  plane: ZChoice
  /** Pixels of the image per CSS pixel. */
  resolution: number
}

/** Time bar of a map. Loaded only with a time series. */
const SeriesBar = ({ map, channels, plane, resolution, ...bar }: SeriesBarProps) => {
  // Another zoom or other channels need other tiles.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const { fetch, has } = useMemo(
    () => framesOf(map, channels, (t) => ({ t, plane })),
    [map, channels, plane, resolution],
  )
  return <TimeBar {...bar} load={fetch} isFetched={has} />
}

export default SeriesBar
