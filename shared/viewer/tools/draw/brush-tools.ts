import type { Geometry, Position } from '@lamella/shared/geometry'
import { IconBrush, IconEraser } from '@tabler/icons-react'
import type { MapContext } from '../../canvas/map-context.ts'
import { ToolOption } from '../tool-option.ts'
import type { ViewerTool } from '../viewer-tool.ts'
import type { Drawn } from './draw-tools.ts'
import { lazyTool } from './lazy-tool.ts'

/** One stroke of a brush or an eraser: the area that it covers. */
export interface BrushStroke extends Drawn {
  isErased: boolean
  /** Where it begins, in pixels of the image. */
  from: Position
}

interface BrushListener {
  onStroke: (stroke: BrushStroke) => void
  /** Called with a sentence where it cannot be stored. */
  onRefused: (detail: string) => void
}

const keys = [
  { keys: ['Shift+wheel', '[', ']'], label: 'Size of brush and eraser' },
  { keys: ['Alt+drag'], label: 'Erase with the brush, paint with the eraser' },
]

/** A brush and an eraser of the same size, which is one of the screen: who wants to paint finer zooms in. */
export const brushTools = (listener: BrushListener): ViewerTool[] => {
  const option = new ToolOption({ label: 'Size', unit: 'px', least: 4, most: 300, initial: 30 })
  const load = (isEraser: boolean) => async () => {
    const { drawByBrush } = await import('./draw-by-brush.ts')
    return (context: MapContext) =>
      drawByBrush(context, option, isEraser, {
        onStroke: (geometry: Geometry, from: Position, isErased: boolean) =>
          listener.onStroke({ geometry, from, isErased, scene: context.scene, shown: context.shown }),
        onRefused: listener.onRefused,
      })
  }
  return [
    lazyTool({ id: 'brush', label: 'Paint with a brush', icon: IconBrush, shortcut: 'b', option, keys }, load(false)),
    lazyTool({ id: 'eraser', label: 'Erase', icon: IconEraser, shortcut: 'Shift+b', option }, load(true)),
  ]
}
