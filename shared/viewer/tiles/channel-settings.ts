import type { ImageView } from '@lamella/shared/contract'
import { channelColors } from '@lamella/shared/ui'

/** Display settings of one channel. */
export interface ChannelSetting {
  index: number
  name: string
  /** `#rrggbb`. */
  color: string
  visible: boolean
  /** Range of samples that is stretched from black to full intensity. */
  min: number
  max: number
}

/** Initial settings: every channel visible, in its colour, over the range of auto contrast. */
export const initialChannels = (view: ImageView): ChannelSetting[] =>
  view.channels.map(({ index, name, color, auto }) => ({
    index,
    name,
    color: color ?? '#FFFFFF',
    visible: true,
    min: auto.min,
    max: auto.max,
  }))

/** Pure colours, by which the picture is multiplied → colours of their swatches (ADR 50). */
const drawnColors: Record<string, string> = {
  '#FFFFFF': channelColors.grey,
  '#0000FF': channelColors.blue,
  '#00FFFF': channelColors.cyan,
  '#00FF00': channelColors.green,
  '#FFFF00': channelColors.yellow,
  '#FF0000': channelColors.red,
  '#FF00FF': channelColors.magenta,
}

/**
 * Colour of a channel's swatch and histogram, lighter than the pure colour, because pure blue hardly stands out from
 * black.
 */
export const drawnColor = (color: string): string => drawnColors[color.toUpperCase()] ?? color
