import type { Geometry } from '@lamella/shared/geometry'
import {
  brushTools,
  cutTools,
  type Drawn,
  drawTools,
  editTool,
  type ObjectLayer,
  type PaintedArea,
  pickTool,
  regionTools,
  type ViewerTool,
} from '@lamella/shared/viewer'
import { useEffect, useMemo } from 'react'
import type { DrawnObject } from './drawn-objects.ts'
import { isArea } from './shape-edits.ts'

/** What tools do. */
export interface ToolActs {
  draw: (drawn: Drawn, isRegion: boolean) => void
  /** @param id - null: beside all objects @param isFurther - besides those that are selected */
  pick: (id: string | null, isFurther: boolean) => void
  pickAll: (ids: readonly string[]) => void
  reshape: (id: string, geometry: Geometry) => void
  /** Adds to the selected object, or makes one; or takes away. */
  paint: (area: PaintedArea) => void
  split: (line: Geometry) => void
  cutHole: (hole: Geometry) => void
  /** Tells why something cannot be done. */
  refuse: (detail: string) => void
}

interface ToolsOptions {
  layer: ObjectLayer
  /** µm per px, in which they measure; null: not known. */
  size: { x: number; y: number } | null
  canAnnotate: boolean
  /** The only selected object, which can be edited; null: there is none, or several. */
  single: DrawnObject | null
  visible: boolean
  /** The same in each rendering. */
  acts: ToolActs
}

/** Tools of the annotations. They stay the same ones while what is shown changes: what is being drawn goes on. */
export const useAnnotationTools = ({
  layer,
  size,
  canAnnotate,
  single,
  visible,
  acts,
}: ToolsOptions): readonly ViewerTool[] => {
  const fixed = useMemo(() => {
    const onRefused = acts.refuse
    const drawn = (isRegion: boolean) => ({ onDrawn: (drawing: Drawn) => acts.draw(drawing, isRegion), onRefused })
    const onCut = ({ geometry }: Drawn): void =>
      geometry.type === 'LineString' ? acts.split(geometry) : acts.cutHole(geometry)
    return {
      picker: pickTool(layer, acts.pick),
      editor: editTool(layer, size, { onPick: acts.pick, onPickAll: acts.pickAll, onEdited: acts.reshape, onRefused }),
      drawing: [
        ...drawTools(size, drawn(false)),
        ...brushTools(size, { onPainted: acts.paint, onRefused }),
        ...regionTools(size, drawn(true)),
      ],
      cutting: cutTools(size, { onDrawn: onCut, onRefused }),
    }
  }, [layer, size, acts])
  const { picker, editor, drawing, cutting } = fixed
  useEffect(() => editor.edit(visible ? single : null), [editor, visible, single])
  const isCut = single !== null && isArea(single)
  return useMemo(
    () => (canAnnotate ? [editor, ...drawing, ...(isCut ? cutting : [])] : [picker]),
    [canAnnotate, editor, drawing, cutting, isCut, picker],
  )
}
