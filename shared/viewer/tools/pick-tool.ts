import { IconPointer } from '@tabler/icons-react'
import type { Coordinate } from 'ol/coordinate.js'
import type { EventsKey } from 'ol/events.js'
import { unByKey } from 'ol/Observable.js'
import type { ViewerTool } from './viewer-tool.ts'

/**
 * Tool that selects shapes of a layer by clicking.
 * @param onPick - called with the id of the clicked shape, null beside all of them, and whether a key asks for it besides those that are selected
 */
export const pickTool = <Id>(
  layer: { idAt(place: Coordinate, resolution: number): Id | null },
  onPick: (id: Id | null, isFurther: boolean) => void,
): ViewerTool => {
  let listener: EventsKey | null = null
  return {
    id: 'select',
    label: 'Select',
    icon: IconPointer,
    shortcut: 'v',
    activate: ({ map }) => {
      listener = map.on('singleclick', ({ coordinate, originalEvent: { shiftKey, ctrlKey, metaKey } }) =>
        onPick(layer.idAt(coordinate, map.getView().getResolution() ?? 1), shiftKey || ctrlKey || metaKey),
      )
    },
    deactivate: () => {
      if (listener) unByKey(listener)
      listener = null
    },
  }
}
