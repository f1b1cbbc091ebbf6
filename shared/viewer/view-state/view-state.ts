import type { ZChoice } from '@lamella/shared/contract'
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

/** How the picture lies: mirrored first (left for right), then turned. */
export interface Orientation {
  /** Degrees clockwise, 0 to less than 360. */
  rotation: number
  mirrored: boolean
}

export const upright: Orientation = { rotation: 0, mirrored: false }

/** Degrees of 0 to less than 360, by thousandths. */
export const turnOf = (degrees: number): number => {
  const turn = Math.round((((degrees % 360) + 360) % 360) * 1000) / 1000
  return turn === 360 ? 0 : turn
}

/** What a user sees of an image, besides layers and panels. */
export interface ViewState {
  /** Null: the whole image, fitted into whichever window. */
  place: ViewPlace | null
  orientation: Orientation
  channels: readonly ChannelSetting[]
  /** Index of the time point. */
  time: number
  /** Z plane. */
  plane: ZChoice
  /** Of a picture in natural colours. */
  tone: Tone
}
