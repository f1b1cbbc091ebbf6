import type { Sharp } from 'sharp'
import type { FileMetadata } from './description.ts'
import type { ImageFamily } from './families.ts'
import type { Samples, SampleType } from './sample-type.ts'

/** Channel, Z plane, time point. */
export type Axis = 'c' | 'z' | 't'

/** Coordinates of a plane: channel, Z plane and time point, each from 0. */
export type PlaneCoordinates = Record<Axis, number>

/**
 * The pixels of one plane, height × width × samples, row-major, interleaved, in the source's sample type; orientation and alpha are
 * already applied.
 */
export type Plane = SharpPlane | BandPlane

/** Streamed by libvips. */
export interface SharpPlane {
  via: 'sharp'
  open(): Sharp
  /** The tiles as they are in the file, where a browser can show them; null where not. */
  storedTiles?: StoredTiles | null
}

/** JPEG tiles of 256 × 256 pixels of a TIFF. */
export interface StoredTiles {
  /** Tables that they share: SOI, tables, EOI; null: each has its own. */
  jpegTables: Uint8Array | null
  /** Whether their components are RGB; else luminance and chrominance. */
  rgb: boolean
  /** @throws ImagingError `damaged` when the file ends before */
  read(column: number, row: number): Promise<Uint8Array>
}

/** Read in bands of whole rows. Bands must be requested from top to bottom: decoders keep only what later bands need. */
export interface BandPlane {
  via: 'bands'
  rows(top: number, count: number): Promise<Samples>
}

/** A further image of a file. */
export interface Scene {
  /** For display; empty: its number is shown. */
  name: string
  /** @throws ImagingError */
  open(): Promise<SceneSource>
}

/** An image of an opened file: its metadata and access to each plane. */
export interface SceneSource {
  format: ImageFamily
  mimeType: string
  width: number
  height: number
  type: SampleType
  /** Samples per pixel. 1: grey; 3: red, green, blue. */
  samples: 1 | 3
  /** Planes along each axis. */
  size: Record<Axis, number>
  /**
   * The axis under which pages of unstated meaning are listed; the image kind chosen by the user decides what they are. Null: all axes
   * are stated.
   */
  unlabelledAxis: Axis | null
  /** By channel; may be shorter than `size.c`. */
  channelNames: string[]
  /** µm per pixel. */
  pixelSizeUm: { x: number; y: number } | null
  /** The colours are those of a palette: a diagram or labels, which JPEG would blur. */
  fewColours?: boolean
  /** Whether the file has smaller levels of its own. */
  hasPyramid: boolean
  /** What the file says of the microscope and the exposure; absent: nothing. */
  metadata?: FileMetadata
  /** Sentences for the user. */
  notes: string[]
  /** @throws ImagingError when the plane is damaged or stored in an unsupported way */
  plane(at: PlaneCoordinates): Promise<Plane>
}

/** An opened image file, and the first image in it. */
export interface ImageSource extends SceneSource {
  /** Other images in the file, where it has several; absent: it has one. They are closed with this one. */
  scenes?: { own: string; others: readonly Scene[] }
  /** Pictures of the slide beside the image. */
  slidePictures?: readonly { kind: 'label' | 'macro'; open(): Promise<Sharp> }[]
  close(): Promise<void>
}

/** The values of an ImageSource with a single plane, which most decoders override in part. */
export const singlePlaneDefaults = {
  size: { c: 1, z: 1, t: 1 },
  unlabelledAxis: null,
  channelNames: [],
  pixelSizeUm: null,
  hasPyramid: false,
  notes: [],
  close: async () => {},
} satisfies Partial<ImageSource>
