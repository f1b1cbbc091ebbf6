import type { JobResult, ObjectOutline } from '@lamella/shared/contract'
import { PolygonLayer, pickTool, type ViewerTool } from '@lamella/shared/viewer'
import { useEffect, useMemo, useRef } from 'react'
import { withObject } from './with-object.ts'

/** What an analysis found in an image. */
export interface ResultOverlay {
  result: JobResult
  /** Those in the visible part, thinned where they are too many. */
  objects: readonly ObjectOutline[]
  /** About one of so many objects is here; 1: all. */
  oneOf: number
}

interface ResultLayerOptions {
  overlay: ResultOverlay
  /** By colour instead of outline, to be seen from afar. */
  filled?: boolean
  visible: boolean
  /** The object that is marked, and drawn wherever it lies; null: none. */
  selected: ObjectOutline | null
  /** An object was clicked, or a place without one. Kept over renderings. */
  onPick: (object: ObjectOutline | null) => void
}

/** The objects of a result as a layer in the colours of their classes, and the tool by which a click selects one. */
export const useResultLayer = ({
  overlay: { result, objects },
  filled = false,
  visible,
  selected,
  onPick,
}: ResultLayerOptions): { layer: PolygonLayer; tool: ViewerTool } => {
  const layer = useMemo(() => new PolygonLayer('result'), [])
  const drawn = useRef<readonly ObjectOutline[]>([])
  const tool = useMemo(
    () => pickTool(layer, (no) => onPick(drawn.current.find((object) => object.no === no) ?? null)),
    [layer, onPick],
  )
  const shown = useMemo(() => withObject(objects, selected), [objects, selected])
  useEffect(() => {
    drawn.current = shown
    layer.setShapes(shown.map(({ no, class: group, polygon }) => ({ id: no, group, outline: polygon })))
  }, [layer, shown])
  useEffect(() => {
    const colors = Object.fromEntries(result.classes.map(({ name, color }) => [name, color]))
    layer.setLook({ colors, filled })
  }, [layer, result.classes, filled])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  useEffect(() => layer.select(selected?.no ?? null), [layer, selected])
  return { layer, tool }
}
