import type { Sharp } from 'sharp'
import type { Samples, SampleType } from './sample-type.ts'

export type Axis = 'c' | 'z' | 't'

/** Coordinates of a plane, each counted from 0. */
export type PlaneAt = Record<Axis, number>

/** The pixels of one plane: upright, opaque, `samples` interleaved values a pixel of the source's sample type. */
export type Plane = SharpPlane | BandPlane

/** Streamed by libvips. */
export interface SharpPlane {
  via: 'sharp'
  open(): Sharp
}

/** Read in bands of whole rows, asked for from top to bottom. */
export interface BandPlane {
  via: 'bands'
  rows(top: number, count: number): Promise<Samples>
}

/** An uploaded file as a decoder sees it: what it holds, and a way to each plane. */
export interface ImageSource {
  /** For display, such as "Aperio SVS". */
  format: string
  mimeType: string
  width: number
  height: number
  type: SampleType
  /** 1: grey. 3: red, green, blue. */
  samples: 1 | 3
  size: Record<Axis, number>
  /** The axis on which pages are listed whose meaning the file does not tell: the user's choice of kind decides. */
  looseAxis: Axis | null
  /** May be shorter than `size.c`. */
  channelNames: string[]
  pixelSizeUm: { x: number; y: number } | null
  hasPyramid: boolean
  notes: string[]
  plane(at: PlaneAt): Promise<Plane>
  close(): Promise<void>
}

/** The part of an ImageSource that most decoders leave at these values. */
export const singlePlane = {
  size: { c: 1, z: 1, t: 1 },
  looseAxis: null,
  channelNames: [],
  pixelSizeUm: null,
  hasPyramid: false,
  notes: [],
  close: async () => {},
} satisfies Partial<ImageSource>
