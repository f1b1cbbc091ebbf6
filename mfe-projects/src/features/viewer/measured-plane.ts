import type { ImageView, ZChoice } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/**
 * Says that the objects of a result are not those of the plane that is shown: analyses measure the middle plane of a stack, the
 * lower of two. @returns null: they are
 */
export const otherPlaneNote = ({ zCount = 1 }: Pick<ImageView, 'zCount'>, plane: ZChoice): string | null => {
  const measured = Math.floor((zCount - 1) / 2)
  if (zCount === 1 || plane === measured) return null
  const shown = plane === 'max' ? 'The maximum of all planes' : `Plane ${formatNumber(plane + 1)}`
  return `${shown} is shown. The objects were measured in plane ${formatNumber(measured + 1)} of ${formatNumber(zCount)}.`
}
