import type { ImageView } from '@lamella/shared/contract'

/** How one channel is shown. */
export interface ChannelSetting {
  index: number
  name: string
  /** `#rrggbb`. */
  color: string
  visible: boolean
  /** Range that is stretched from black to full. */
  min: number
  max: number
}

/** First look at an image: every channel on, in its colour, over the range that auto-contrast chose. */
export const initialChannels = (view: ImageView): ChannelSetting[] =>
  view.channels.map(({ index, name, color, auto }) => ({
    index,
    name,
    color: color ?? '#FFFFFF',
    visible: true,
    min: auto.min,
    max: auto.max,
  }))
