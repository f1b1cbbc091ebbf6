import type { Geometry, Position } from '@lamella/shared/geometry'
import { IconBrush, IconEraser, IconWand } from '@tabler/icons-react'
import type { MapContext } from '../../canvas/map-context.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { ToolOption } from '../tool-option.ts'
import type { ViewerTool } from '../viewer-tool.ts'
import type { Drawn } from './draw-tools.ts'
import { lazyTool } from './lazy-tool.ts'

/** An area that is added to what is there, or taken away from it. */
export interface PaintedArea extends Drawn {
  isErased: boolean
  /** Where it begins, in pixels of the image. */
  from: Position
}

interface PaintListener {
  onPainted: (area: PaintedArea) => void
  /** Called with a sentence where it cannot be stored. */
  onRefused: (detail: string) => void
}

const brushKeys = [
  { keys: ['Shift+wheel', '[', ']'], label: 'Size of brush and eraser' },
  { keys: ['Alt+drag'], label: 'Erase with brush and wand, paint with the eraser' },
]
const wandKeys = [{ keys: ['drag', '[', ']'], label: 'Tolerance of the wand' }]

/**
 * A brush and an eraser of the same size, which is one of the screen: who wants to paint finer zooms in; and a wand that takes what looks alike.
 * @param pixelSize - in which the wand measures
 */
export const brushTools = (pixelSize: PixelSize, { onPainted, onRefused }: PaintListener): ViewerTool[] => {
  const size = new ToolOption({ label: 'Size', unit: 'px', least: 4, most: 300, initial: 30 })
  const likeness = new ToolOption({ label: 'Tolerance', unit: '', least: 0, most: 255, initial: 24 })
  const listenerOn = (context: MapContext) => ({
    onArea: (geometry: Geometry, from: Position, isErased: boolean) =>
      onPainted({ geometry, from, isErased, scene: context.scene, shown: context.shown }),
    onRefused,
  })
  const brush = (isEraser: boolean) => async () => {
    const { drawByBrush } = await import('./draw-by-brush.ts')
    return (context: MapContext) => drawByBrush(context, size, isEraser, listenerOn(context))
  }
  const wand = async () => {
    const { drawByWand } = await import('./draw-by-wand.ts')
    return (context: MapContext) => drawByWand(context, likeness, pixelSize, listenerOn(context))
  }
  return [
    lazyTool(
      { id: 'brush', label: 'Paint with a brush', icon: IconBrush, shortcut: 'b', option: size, keys: brushKeys },
      brush(false),
    ),
    lazyTool({ id: 'eraser', label: 'Erase', icon: IconEraser, shortcut: 'Shift+b', option: size }, brush(true)),
    lazyTool(
      { id: 'wand', label: 'Take what looks alike', icon: IconWand, shortcut: 'w', option: likeness, keys: wandKeys },
      wand,
    ),
  ]
}
