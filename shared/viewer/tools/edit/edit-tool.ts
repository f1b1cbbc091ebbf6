import type { Geometry } from '@lamella/shared/geometry'
import type { MapContext } from '../../canvas/map-context.ts'
import type { ObjectLayer } from '../../layers/object-layer.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { pickTool } from '../pick-tool.ts'
import type { ViewerTool } from '../viewer-tool.ts'
import type { EditedShape } from './edit-shape.ts'

/** A shape that can be edited. */
export interface Editable {
  id: string
  geometry: Geometry
  /** Of a region, which is a frame; null: it is none. */
  name: string | null
}

/** Tool that selects shapes of a layer by clicking, and edits the selected one. */
export interface EditTool extends ViewerTool {
  /** Edits a shape in place of the one before; null: none. */
  edit(shape: Editable | null): void
}

interface EditListener {
  /** Called with the id of the clicked shape, null beside all of them; `isFurther`: besides those that are selected. */
  onPick: (id: string | null, isFurther: boolean) => void
  /** Called with the ids of shapes around which a box or an outline was drawn: besides those that are selected. */
  onPickAll: (ids: readonly string[]) => void
  onEdited: (id: string, geometry: Geometry) => void
  /** Called with a sentence where what was made cannot be stored. */
  onRefused: (detail: string) => void
}

/**
 * `pickTool`, with the handles of the selected shape where its plane is shown. What edits is loaded with the first use.
 * @param size - in which a shape is measured while it changes
 */
export const editTool = (
  layer: ObjectLayer,
  size: PixelSize,
  { onPick, onPickAll, onEdited, onRefused }: EditListener,
): EditTool => {
  let context: MapContext | null = null
  let shape: Editable | null = null
  let edited: { of: Editable; shape: EditedShape } | null = null
  let stopWatching = (): void => undefined
  let endPicking: (() => void) | null = null
  const pick = pickTool<string>(
    {
      // A click on a handle beside a shape is meant for the shape.
      idAt: (place, resolution) => (edited?.shape.isAt(place) ? edited.of.id : layer.idAt(place, resolution)),
    },
    onPick,
  )
  const end = (): void => {
    edited?.shape.end()
    edited = null
  }
  const refresh = (): void => {
    const next = context && shape && layer.shows(shape.id) ? shape : null
    if (edited && next && edited.of.id === next.id) {
      edited.of = next
      edited.shape.update(next.geometry)
      return
    }
    end()
    if (!next) return
    import('./edit-shape.ts').then(
      ({ editShape }) => {
        // Another one may be selected by now.
        if (!context || shape !== next || edited) return
        const shown = editShape(context, next.geometry, {
          isFrame: next.name !== null,
          size,
          snapped: (place) => layer.snapped(place, next.id),
          onEdited: (geometry) => onEdited(next.id, geometry),
          onRefused,
        })
        edited = { of: next, shape: shown }
      },
      // Offline: it cannot be edited, and can be selected again.
      () => undefined,
    )
  }
  return {
    ...pick,
    keys: [
      { keys: ['q', 'Shift+q'], label: 'Next and previous corner of the selected object' },
      { keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'], label: 'Move the corner, or the object, likewise up and down' },
      { keys: ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'], label: 'The same, ten times as far' },
      { keys: ['Shift+click'], label: 'Select one more, or one less' },
      { keys: ['Shift+drag'], label: 'Select all in a box; with Alt besides in a free outline' },
    ],
    activate: (of) => {
      context = of
      pick.activate(of)
      stopWatching = of.onShown(refresh)
      refresh()
      import('./pick-all.ts').then(
        ({ pickAll }) => {
          if (context !== of || endPicking) return
          endPicking = pickAll(of, (outline) => onPickAll(layer.idsWithin(outline)))
        },
        // Offline: one after the other can be selected.
        () => undefined,
      )
    },
    deactivate: (of) => {
      stopWatching()
      end()
      endPicking?.()
      endPicking = null
      context = null
      pick.deactivate(of)
    },
    edit: (next) => {
      shape = next
      refresh()
    },
  }
}
