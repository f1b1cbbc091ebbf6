import type { ImageMap } from '../canvas/image-map.ts'
import type { ShownPlane } from '../tiles/tile-store.ts'
import { ChannelLook, type ChannelLookProps } from './channel-look.tsx'
import { Histogram } from './histogram.tsx'
import { usePlaneHistogram } from './plane-histogram.ts'

/** The plane whose pixels are counted in histograms. */
export interface CountedPlane {
  map: ImageMap
  shown: ShownPlane
}

interface ChannelControlsProps extends ChannelLookProps {
  /** Null: the histogram is that of all planes. */
  counted: CountedPlane | null
}

const allPlanes: ShownPlane = { t: 0 }

/** Range and look of one channel. Loaded only with an image of channels. */
const ChannelControls = ({ channel, setting, hasMap, counted, onChange }: ChannelControlsProps) => {
  const histogram = usePlaneHistogram(counted?.map ?? null, channel, counted?.shown ?? allPlanes)
  return (
    <>
      <Histogram channel={{ ...channel, histogram: [...histogram] }} setting={setting} onChange={onChange} />
      <ChannelLook channel={channel} setting={setting} hasMap={hasMap} onChange={onChange} />
    </>
  )
}

export default ChannelControls
