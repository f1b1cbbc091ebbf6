import type { JobResult, ObjectOutline } from '@lamella/shared/contract'
import { PolygonLayer, pickTool, type ViewerTool } from '@lamella/shared/viewer'
import { useEffect, useMemo, useRef } from 'react'
import { withObject } from './with-object.ts'

/** Result of an analysis with the objects to draw. */
export interface ResultOverlay {
  result: JobResult
  /** Objects of the visible part, thinned when it has too many. */
  objects: readonly ObjectOutline[]
  /** Thinning: about one of so many objects is included; 1: all. */
  oneOf: number
  /** Class of an object where it is not the stored one; null: it was left out. Must be stable across renders. */
  classOf?: ((no: number, stored: string) => string | null) | undefined
}

/** Group and name of the objects that were left out. */
export const leftOutGroup = 'left out'
/** Grey, which no class has, and which can be seen on light and dark tissue. */
export const leftOutColor = '#A9B3B8'

interface ResultLayerOptions {
  overlay: ResultOverlay
  /** Filled shapes instead of outlines, for low magnifications. */
  filled?: boolean
  visible: boolean
  /** The selected object, drawn even when it is not in the visible part; null: none. */
  selected: ObjectOutline | null
  /** Called for a click on an object, or with null beside all objects. Must be stable across renders. */
  onPick: (object: ObjectOutline | null) => void
}

/**
 * Viewer layer of a result's objects in the colours of their classes, and a tool that selects an object by clicking.
 */
export const useResultLayer = ({
  overlay: { result, objects, classOf },
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
    layer.setLook({ colors: { ...colors, [leftOutGroup]: leftOutColor }, filled, dashed: [leftOutGroup] })
  }, [layer, result.classes, filled])
  useEffect(() => {
    layer.setGroups((no, stored) => (classOf ? (classOf(no, stored) ?? leftOutGroup) : stored))
  }, [layer, classOf])
  useEffect(() => layer.setVisible(visible), [layer, visible])
  useEffect(() => layer.select(selected?.no ?? null), [layer, selected])
  return { layer, tool }
}
