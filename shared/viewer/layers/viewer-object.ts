import type { Geometry } from '@lamella/shared/geometry'

/** One object over the picture. Compared by identity: a changed object is another one. */
export interface ViewerObject {
  /** Unique within the layer. */
  id: string
  /** In pixels of the image. */
  geometry: Geometry
  /** `#rrggbb`; null: dashes of black and white, which are no colour of a label and are seen on any picture. */
  color: string | null
  /** Of a region of interest, which is drawn as a frame with its name; null: it is no region. */
  name: string | null
  scene: number
  /** Z plane and time point; null: on all of them. */
  z: number | null
  t: number | null
}
