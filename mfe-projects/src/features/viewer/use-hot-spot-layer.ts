import { PolygonLayer } from '@lamella/shared/viewer'
import { useEffect, useMemo } from 'react'
import type { ShownHotSpot } from '../../lib/shown-hot-spot.ts'

/** Green, which no class has, and which can be seen on light and dark tissue. */
export const hotSpotColor = '#2BB673'
const group = 'hot spot'

/**
 * Viewer layer with the window of a hot spot as a dashed line, and its label inside.
 * @param hotSpot - null: nothing is drawn
 * @param width - of the image in pixels
 */
export const useHotSpotLayer = (hotSpot: ShownHotSpot | null, width: number, visible: boolean): PolygonLayer => {
  const layer = useMemo(() => {
    const made = new PolygonLayer('hot-spot')
    made.setLook({ colors: { [group]: hotSpotColor }, dashed: [group] })
    return made
  }, [])
  useEffect(() => {
    if (!hotSpot) return layer.setShapes([])
    const { left, top, right, bottom } = hotSpot.window
    const outline = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
      [left, top],
    ] as const
    // Towards the middle of the image: in a small square the label is longer than a side, and would else be cut off.
    const align = left + right > width ? 'right' : 'left'
    const at = [align === 'left' ? left : right, top] as const
    layer.setShapes([{ id: 0, group, outline, label: { text: `Hot spot: ${hotSpot.words}`, at, align } }])
  }, [layer, hotSpot, width])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  return layer
}
