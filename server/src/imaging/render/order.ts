import * as z from 'zod'
import type { PictureFormat } from '../pyramid/open-pyramid.ts'
import type { SampleType } from '../sample-type.ts'

/** How samples of one channel become light: black at `min` and below, the full colour at `max` and above. */
export interface ShownChannel {
  min: number
  max: number
  /** `#rrggbb`. */
  color: string
}

/** A rectangle in pixels of a level. */
export interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

/** Formats of pictures for other programs. */
export const pictureFormats = ['jpg', 'png', 'webp'] as const
export type OrderedFormat = (typeof pictureFormats)[number]

/** A picture of a part of one level. Tiles are bytes as stored, in base64. */
export interface PictureOrder {
  kind: 'picture'
  encoding: PictureFormat
  /** Of the samples of `deflate` tiles. */
  type: SampleType
  /** Pixels of the level; what `crop` has beyond them repeats the last column and row. */
  level: { width: number; height: number }
  crop: Rectangle
  /** Column and row in the level. RGB tiles have one body, others one for each of `shown`. */
  tiles: { x: number; y: number; bodies: string[] }[]
  shown: ShownChannel[]
  /** Pixels of the picture before it is turned. */
  size: { width: number; height: number }
  mirrored: boolean
  /** Degrees clockwise. */
  rotation: 0 | 90 | 180 | 270
  gray: boolean
  format: OrderedFormat
  /** Black around the picture, pixels. Absent: none. */
  margin?: { left: number; top: number; right: number; bottom: number }
}

/** The samples of one RGB tile, as three planes one after the other, compressed by gzip. */
export interface SamplesOrder {
  kind: 'samples'
  /** As stored, in base64. */
  body: string
}

export type RenderOrder = PictureOrder | SamplesOrder

/** What the process writes, a line each. */
export const renderMessageSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.int(), body: z.base64() }),
  z.object({ id: z.int(), refused: z.string() }),
])
export type RenderMessage = z.infer<typeof renderMessageSchema>
