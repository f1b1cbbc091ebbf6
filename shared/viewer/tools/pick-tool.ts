import { IconPointer } from '@tabler/icons-react'
import type { EventsKey } from 'ol/events.js'
import { unByKey } from 'ol/Observable.js'
import type { PolygonLayer } from '../layers/polygon-layer.ts'
import type { ViewerTool } from './viewer-tool.ts'

/**
 * A click on a shape of the layer picks it, a click beside all of them picks none.
 * @param onPick - gets the id of the shape, or null
 */
export const pickTool = (layer: PolygonLayer, onPick: (id: number | null) => void): ViewerTool => {
  let listener: EventsKey | null = null
  return {
    id: 'select',
    label: 'Select',
    icon: IconPointer,
    shortcut: 'v',
    activate: ({ map }) => {
      listener = map.on('singleclick', ({ coordinate }) =>
        onPick(layer.idAt(coordinate, map.getView().getResolution() ?? 1)),
      )
    },
    deactivate: () => {
      if (listener) unByKey(listener)
      listener = null
    },
  }
}
