import type { JobResult, ResultObject } from '@lamella/shared/contract'
import { PolygonLayer, pickTool, type ViewerTool } from '@lamella/shared/viewer'
import { useEffect, useMemo } from 'react'

/** What an analysis found in an image. */
export interface ResultOverlay {
  result: JobResult
  objects: readonly ResultObject[]
}

interface ResultLayerOptions {
  overlay: ResultOverlay
  /** By colour instead of outline, to be seen from afar. */
  filled?: boolean
  visible: boolean
  /** Number of the object that is marked; null: none. */
  selected: number | null
  /** Kept over renderings. */
  onPick: (no: number | null) => void
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
  const tool = useMemo(() => pickTool(layer, onPick), [layer, onPick])
  useEffect(
    () => layer.setShapes(objects.map(({ no, class: group, polygon }) => ({ id: no, group, outline: polygon }))),
    [layer, objects],
  )
  useEffect(() => {
    const colors = Object.fromEntries(result.classes.map(({ name, color }) => [name, color]))
    layer.setLook({ colors, filled })
  }, [layer, result.classes, filled])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  useEffect(() => layer.select(selected), [layer, selected])
  return { layer, tool }
}
