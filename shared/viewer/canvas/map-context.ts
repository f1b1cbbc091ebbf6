import type { ImageView } from '@lamella/shared/contract'
import type OlMap from 'ol/Map.js'

/** What a layer or a tool gets of the map on which it works. */
export interface MapContext {
  /** OpenLayers' own map. Its plane is the image: a pixel (x, y) lies at (x, −y), see pixel-space.ts. */
  readonly map: OlMap
  readonly view: ImageView
  /** Whether a place, in pixels of the image, is in the visible part. */
  shows(x: number, y: number): boolean
  /** Moves a place, in pixels of the image, to the middle. */
  centerOn(x: number, y: number): void
}
