import { ChannelLook, type ChannelLookProps } from './channel-look.tsx'
import { Histogram } from './histogram.tsx'

/** Range and look of one channel. Loaded only with an image of channels. */
const ChannelControls = ({ channel, setting, hasMap, onChange }: ChannelLookProps) => (
  <>
    <Histogram channel={channel} setting={setting} onChange={onChange} />
    <ChannelLook channel={channel} setting={setting} hasMap={hasMap} onChange={onChange} />
  </>
)

export default ChannelControls
