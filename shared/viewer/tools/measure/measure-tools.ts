import { IconAngle, IconHandGrab, IconRuler2, IconRulerMeasure } from '@tabler/icons-react'
import type { ViewerTool } from '../viewer-tool.ts'
import type { MeasureListener } from './measure-listener.ts'

/** The pointer only moves the picture. */
export const handTool: ViewerTool = {
  id: 'pan',
  label: 'Move the picture',
  icon: IconHandGrab,
  shortcut: 'h',
  activate: () => undefined,
  deactivate: () => undefined,
}

const tools = [
  ['line', 'Measure a line', IconRulerMeasure, 'l'],
  ['area', 'Measure an area', IconRuler2, 'a'],
  ['angle', 'Measure an angle', IconAngle, 'Shift+a'],
] as const

/** Tools that measure; what they draw with is loaded with the first use. */
export const measureTools = (listener: MeasureListener): ViewerTool[] =>
  tools.map(([kind, label, icon, shortcut]) => {
    let end: (() => void) | null = null
    let isActive = false
    return {
      id: kind,
      label,
      icon,
      shortcut,
      activate: (context) => {
        isActive = true
        import('./draw-measure.ts').then(
          ({ drawMeasure }) => {
            if (isActive && !end) end = drawMeasure(context, kind, listener)
          },
          // Offline: the tool draws nothing, and can be chosen again.
          () => undefined,
        )
      },
      deactivate: () => {
        isActive = false
        end?.()
        end = null
      },
    }
  })
