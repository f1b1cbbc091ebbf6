import { IconPointer } from '@tabler/icons-react'
import type { Coordinate } from 'ol/coordinate.js'
import type { EventsKey } from 'ol/events.js'
import { unByKey } from 'ol/Observable.js'
import type { ViewerTool } from './viewer-tool.ts'

/**
 * Tool that selects shapes of a layer by clicking.
 * @param onPick - called with the id of the clicked shape, null beside all of them
 */
export const pickTool = <Id>(
  layer: { idAt(place: Coordinate, resolution: number): Id | null },
  onPick: (id: Id | null) => void,
): ViewerTool => {
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
