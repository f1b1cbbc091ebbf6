import { useMemo } from 'react'
import type { ImageMap } from '../canvas/image-map.ts'
import type { ChannelSetting } from '../tiles/channel-settings.ts'
import { framesOf } from './frames.ts'
import { TimeBar, type TimeBarProps } from './time-bar.tsx'

interface SeriesBarProps extends Omit<TimeBarProps, 'load' | 'isFetched'> {
  map: ImageMap
  channels: readonly ChannelSetting[]
  /** Pixels of the image per CSS pixel. */
  resolution: number
}

/** Time bar of a map. Loaded only with a time series. */
const SeriesBar = ({ map, channels, resolution, ...bar }: SeriesBarProps) => {
  // Another zoom or other channels need other tiles.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const { fetch, has } = useMemo(() => framesOf(map, channels), [map, channels, resolution])
  return <TimeBar {...bar} load={fetch} isFetched={has} />
}

export default SeriesBar
