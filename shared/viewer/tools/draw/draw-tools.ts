import type { Geometry } from '@lamella/shared/geometry'
import { IconSquare } from '@tabler/icons-react'
import type { ShownPlane } from '../../tiles/tile-store.ts'
import type { ViewerTool } from '../viewer-tool.ts'

/** What was drawn, and where: the scene, and the plane that was shown then. */
export interface Drawn {
  geometry: Geometry
  scene: number
  shown: ShownPlane
}

/** Tools that draw objects; what they draw with is loaded with the first use. */
export const drawTools = (onDrawn: (drawn: Drawn) => void): ViewerTool[] => {
  let end: (() => void) | null = null
  /** Of the last activation: another map may be active when the code has come. */
  let current = {}
  return [
    {
      id: 'rectangle',
      label: 'Draw a rectangle',
      icon: IconSquare,
      shortcut: 'r',
      activate: (context) => {
        const own = {}
        current = own
        import('./draw-rectangle.ts').then(
          ({ drawRectangle }) => {
            if (current !== own) return
            end = drawRectangle(context, (geometry) =>
              onDrawn({ geometry, scene: context.scene, shown: context.shown }),
            )
          },
          // Offline: the tool draws nothing, and can be chosen again.
          () => undefined,
        )
      },
      deactivate: () => {
        current = {}
        end?.()
        end = null
      },
    },
  ]
}
