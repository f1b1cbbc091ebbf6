import type { ImageView } from '@lamella/shared/contract'
import type OlMap from 'ol/Map.js'
import type { ShownPlane } from '../tiles/tile-store.ts'

/** The picture as it is composed, upright and without what lies over it. */
export interface VisiblePicture {
  canvas: HTMLCanvasElement
  /** Its upper left corner, in pixels of the image. */
  left: number
  top: number
  /** Pixels of the image per pixel of the canvas. */
  scale: number
}

/** The map as it is passed to layers and tools. */
export interface MapContext {
  /** OpenLayers' own map. The pixel (x, y) of the image is at (x, −y), see pixel-space.ts. */
  readonly map: OlMap
  readonly view: ImageView
  /** Index of the scene that `view` describes. */
  readonly scene: number
  /** Time point and Z plane that are shown. */
  readonly shown: ShownPlane
  /** Calls back when another plane is shown. @returns ends it */
  onShown(listener: () => void): () => void
  /** Asks for another plane of the scene. A map in a page that shows one plane only passes over it. */
  askFor(plane: Partial<ShownPlane>): void
  /** The part of the picture that is visible; null: not all of it is loaded, or there is nothing. */
  visiblePicture(): VisiblePicture | null
  /** Whether a position, in pixels of the image, is visible. */
  shows(x: number, y: number): boolean
  /** Moves a position, in pixels of the image, to the centre. */
  centerOn(x: number, y: number): void
}
