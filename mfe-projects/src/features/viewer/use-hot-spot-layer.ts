import type { HotSpot } from '@lamella/shared/contract'
import { PolygonLayer } from '@lamella/shared/viewer'
import { useEffect, useMemo } from 'react'

/** Green, which no class has, and which can be seen on light and dark tissue. */
export const hotSpotColor = '#2BB673'
const group = 'hot spot'

/** Viewer layer with the window of a hot spot as a dashed line. @param hotSpot - in pixels of the image; null: nothing is drawn */
export const useHotSpotLayer = (hotSpot: HotSpot | null, visible: boolean): PolygonLayer => {
  const layer = useMemo(() => {
    const made = new PolygonLayer('hot-spot')
    made.setLook({ colors: { [group]: hotSpotColor }, dashed: [group] })
    return made
  }, [])
  useEffect(() => {
    if (!hotSpot) return layer.setShapes([])
    const { left, top, right, bottom } = hotSpot
    const corners = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
      [left, top],
    ] as const
    layer.setShapes([{ id: 0, group, outline: corners }])
  }, [layer, hotSpot])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  return layer
}
