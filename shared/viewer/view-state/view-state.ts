import type { ChannelSetting } from '../tiles/channel-settings.ts'
import type { Tone } from '../tiles/tone.ts'

/** A place of the picture in the middle of the canvas. */
export interface ViewPlace {
  /** Pixels of the image. */
  x: number
  y: number
  /** CSS pixels per pixel of the image. */
  zoom: number
}

/** What a user sees of an image, besides layers and panels. */
export interface ViewState {
  /** Null: the whole image, fitted into whichever window. */
  place: ViewPlace | null
  channels: readonly ChannelSetting[]
  /** Index of the time point. */
  time: number
  /** Of a picture in natural colours. */
  tone: Tone
}
