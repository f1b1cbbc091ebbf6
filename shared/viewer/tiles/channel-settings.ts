import type { ImageView } from '@lamella/shared/contract'
import { channelColors } from '@lamella/shared/ui'
import type { ColourMap } from './colour-map.ts'

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
  /** Exponent of the level within the range: below 1 the dark becomes brighter; 1: as measured. */
  gamma: number
  /** Bright is drawn dark. */
  invert: boolean
  /** Colours of the levels. */
  map: ColourMap
}

/** Smallest and largest gamma. */
export const gammaRange = { least: 0.2, most: 5 } as const

/** Display as measured: what no channel's range and colour says. */
export const plainLook = { gamma: 1, invert: false, map: 'channel' } as const

/** So many channels have colours of their own (D3-3-24), whose sum can be read; that of more is mostly white. */
const mostTogether = 6
/** Visible channels of an image that has more than can be read together. */
const firstVisible = 4

/** Whether the tiles are pictures in natural colours: JPEG, or bytes of red, green and blue without loss. */
export const isNatural = ({ encoding, samplesPerPixel, sampleFormat }: ImageView): boolean =>
  encoding === 'jpeg' || (samplesPerPixel === 3 && sampleFormat === 'uint8')

/**
 * Initial settings: every channel visible, of more than six the first four, each in its colour over the range of auto
 * contrast. Natural colours are not stretched.
 */
export const initialChannels = (view: ImageView): ChannelSetting[] =>
  view.channels.map(({ index, name, color, auto }, at) => ({
    index,
    name,
    color: color ?? '#FFFFFF',
    visible: view.channels.length <= mostTogether || at < firstVisible,
    ...plainLook,
    ...(isNatural(view) ? { min: 0, max: 255 } : { min: auto.min, max: auto.max }),
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
