import type { ImageView } from '@lamella/shared/contract'
import type OlMap from 'ol/Map.js'

/** The map as it is passed to layers and tools. */
export interface MapContext {
  /** OpenLayers' own map. The pixel (x, y) of the image is at (x, −y), see pixel-space.ts. */
  readonly map: OlMap
  readonly view: ImageView
  /** Whether a position, in pixels of the image, is visible. */
  shows(x: number, y: number): boolean
  /** Moves a position, in pixels of the image, to the centre. */
  centerOn(x: number, y: number): void
}
