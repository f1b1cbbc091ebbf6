import type { Geometry } from '@lamella/shared/geometry'
import {
  type Icon,
  IconCircle,
  IconCircleDashed,
  IconFocusCentered,
  IconLasso,
  IconLine,
  IconPoint,
  IconPolygon,
  IconScissors,
  IconShape,
  IconSquare,
  IconVectorSpline,
} from '@tabler/icons-react'
import type { MapContext } from '../../canvas/map-context.ts'
import type { ShownPlane } from '../../tiles/tile-store.ts'
import type { PixelSize } from '../measure/measurement.ts'
import type { ViewerTool } from '../viewer-tool.ts'
import type { DrawListener } from './as-stored.ts'
import { lazyTool } from './lazy-tool.ts'

/** What was drawn, and where: the scene, and the plane that was shown then. */
export interface Drawn {
  geometry: Geometry
  scene: number
  shown: ShownPlane
}

interface ToolListener extends Pick<DrawListener, 'onRefused'> {
  onDrawn: (drawn: Drawn) => void
}

/** Draws on a map until it is ended. @param size - in which it is measured */
type Begin = (context: MapContext, size: PixelSize, listener: DrawListener) => () => void

const byPoints = (kind: 'point' | 'polyline' | 'polygon') => async (): Promise<Begin> => {
  const { drawByPoints } = await import('./draw-by-points.ts')
  return (context, size, listener) => drawByPoints(context, kind, size, listener)
}

const byDrag = (kind: 'line' | 'rectangle' | 'ellipse') => async (): Promise<Begin> => {
  const { drawByDrag } = await import('./draw-by-drag.ts')
  return (context, size, listener) => drawByDrag(context, kind, size, listener)
}

const freehand = async (): Promise<Begin> => {
  const { drawFreehand } = await import('./draw-freehand.ts')
  return drawFreehand
}

type Kind = readonly [
  id: string,
  label: string,
  icon: Icon,
  shortcut: string,
  load: () => Promise<Begin>,
  isApart?: boolean,
]

const objects: readonly Kind[] = [
  ['point', 'Draw a point', IconPoint, 'i', byPoints('point')],
  ['draw-line', 'Draw a line', IconLine, 'Shift+y', byDrag('line')],
  ['polyline', 'Draw a line with corners', IconVectorSpline, 'y', byPoints('polyline')],
  ['polygon', 'Draw a polygon', IconPolygon, 'p', byPoints('polygon')],
  ['freehand', 'Draw freehand', IconLasso, 'e', freehand],
  ['rectangle', 'Draw a rectangle', IconSquare, 'r', byDrag('rectangle')],
  ['ellipse', 'Draw an ellipse', IconCircle, 'o', byDrag('ellipse')],
]

const regions: readonly Kind[] = [
  ['region', 'Draw a region', IconFocusCentered, 'g', byDrag('rectangle')],
  ['region-corners', 'Draw a region with corners', IconShape, 'Shift+g', byPoints('polygon')],
]

const cuts: readonly Kind[] = [
  ['split', 'Split the selected object by a line', IconScissors, 'Shift+s', byDrag('line'), true],
  ['hole', 'Cut a hole into the selected object', IconCircleDashed, 'Shift+h', byPoints('polygon'), true],
]

/** @param size - of a pixel, in which they measure */
const toolsOf =
  (kinds: readonly Kind[]) =>
  (size: PixelSize, { onDrawn, onRefused }: ToolListener): ViewerTool[] =>
    kinds.map(([id, label, icon, shortcut, load, isApart = false]) =>
      lazyTool({ id, label, icon, shortcut, isApart }, async () => {
        const begin = await load()
        return (context) =>
          begin(context, size, {
            onDrawn: (geometry) => onDrawn({ geometry, scene: context.scene, shown: context.shown }),
            onRefused,
          })
      }),
    )

/** Tools that draw objects. */
export const drawTools = toolsOf(objects)
/** Tools that draw regions of interest. */
export const regionTools = toolsOf(regions)
/** Tools that draw by what the selected object is changed: `split` a line, `hole` an area. They have no buttons of their own. */
export const cutTools = toolsOf(cuts)
