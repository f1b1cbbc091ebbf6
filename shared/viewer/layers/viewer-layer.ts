import type { MapContext } from '../canvas/map-context.ts'

/**
 * Something drawn over the picture, such as the objects of a result or annotations. It keeps its state while it is on no
 * map, and can be put on another one after it was taken off: a new image is a new map.
 */
export interface ViewerLayer {
  /** Unique within a viewer. */
  readonly id: string
  /** Puts the layer on a map. @returns what takes it off again and frees what it holds there */
  mount(context: MapContext): () => void
}
