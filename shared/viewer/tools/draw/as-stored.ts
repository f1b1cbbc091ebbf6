import { checkSize, type Geometry, GeometryError, GeometryMinSizeError } from '@lamella/shared/geometry'
import { clipped, repaired } from '@lamella/shared/geometry/repair.ts'
import type { MapContext } from '../../canvas/map-context.ts'

/** What becomes of something that is drawn. */
export interface DrawListener {
  onDrawn: (geometry: Geometry) => void
  /** Called with a sentence where it cannot be stored. */
  onRefused: (detail: string) => void
}

/** What the server makes of a geometry: an area is what it covers, without what lies beyond the image. @throws GeometryError */
export const asStored = ({ view }: MapContext, geometry: Geometry): Geometry => {
  const stored = clipped(repaired(geometry), view.width, view.height)
  checkSize(stored)
  return stored
}

/** Reports what was drawn as it will be stored. What covers nothing is not drawn: it was a click. */
export const report = (context: MapContext, geometry: Geometry, { onDrawn, onRefused }: DrawListener): void => {
  let stored: Geometry
  try {
    stored = asStored(context, geometry)
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error
    if (!(error instanceof GeometryMinSizeError)) onRefused(error.detail)
    return
  }
  onDrawn(stored)
}
