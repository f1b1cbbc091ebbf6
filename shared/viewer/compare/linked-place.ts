import type { ViewPlace } from '../view-state/view-state.ts'

interface Scaled {
  /** µm per pixel; null: not known. */
  pixelSize: { x: number; y: number } | null
}

/**
 * The place of another image that shows as much of its object at the same distance from the upper left corner: by
 * micrometres where both pixel sizes are known, else by pixels.
 */
export const linkedPlace = ({ x, y, zoom }: ViewPlace, from: Scaled, to: Scaled): ViewPlace => {
  if (!from.pixelSize || !to.pixelSize) return { x, y, zoom }
  const across = from.pixelSize.x / to.pixelSize.x
  return { x: x * across, y: (y * from.pixelSize.y) / to.pixelSize.y, zoom: zoom / across }
}
