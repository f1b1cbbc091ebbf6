import type { ImageView } from '@lamella/shared/contract'
import { channelColors } from '@lamella/shared/ui'

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

/** Pure colours, by which the picture is multiplied, and how they are drawn beside it (design/visual.md §2). */
const drawnColors: Record<string, string> = {
  '#FFFFFF': channelColors.grey,
  '#0000FF': channelColors.blue,
  '#00FFFF': channelColors.cyan,
  '#00FF00': channelColors.green,
  '#FFFF00': channelColors.yellow,
  '#FF0000': channelColors.red,
  '#FF00FF': channelColors.magenta,
}

/** Colour of a channel's swatch and histogram: pure blue could not be told from the black behind it. */
export const drawnColor = (color: string): string => drawnColors[color.toUpperCase()] ?? color
