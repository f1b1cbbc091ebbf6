import type { MapContext } from '../canvas/map-context.ts'

/**
 * Content over the picture, such as the objects of a result or annotations. A layer keeps its state while it is not
 * mounted, and may be mounted again on another map, because every image has its own.
 */
export interface ViewerLayer {
  /** Unique within a viewer. */
  readonly id: string
  /** Adds the layer to a map. @returns removes it from the map and releases its resources there */
  mount(context: MapContext): () => void
}
