import type { MapContext } from '../../canvas/map-context.ts'
import type { ViewerTool } from '../viewer-tool.ts'

/** A tool whose code is loaded with the first use. @param load - what begins to work on a map, until what it returns is called */
export const lazyTool = (
  tool: Omit<ViewerTool, 'activate' | 'deactivate'>,
  load: () => Promise<(context: MapContext) => () => void>,
): ViewerTool => {
  let end: (() => void) | null = null
  /** Of the last activation: another map may be active when the code has come. */
  let current = {}
  return {
    ...tool,
    activate: (context) => {
      const own = {}
      current = own
      // A button elsewhere has the focus, but keys are for the picture.
      if (tool.isApart) context.map.getTargetElement()?.focus()
      load().then(
        (begin) => {
          if (current === own) end = begin(context)
        },
        // Offline: the tool does nothing, and can be chosen again.
        () => undefined,
      )
    },
    deactivate: () => {
      current = {}
      end?.()
      end = null
    },
  }
}
