import { useEffect, useMemo, useRef, useState } from 'react'
import type { Point } from '../points/set-points.ts'
import type { ViewerTool } from '../viewer-tool.ts'
import { keepMeasurements, readMeasurements } from './kept-measurements.ts'
import type { MeasureLayer } from './measure-layer.ts'
import type { Sketch } from './measure-listener.ts'
import { measureTools } from './measure-tools.ts'
import { type MeasureKind, type Measurement, nameOf, type PixelSize, wordsOf } from './measurement.ts'

/** Measurements of an image, and what draws them. */
export interface Measurements {
  list: readonly Measurement[]
  /** Id of the chosen one. */
  chosen: number | null
  choose: (id: number | null) => void
  /** Removes one; null: all. */
  remove: (id: number | null) => void
  tools: readonly ViewerTool[]
  /** Null: nothing was measured yet. */
  layer: MeasureLayer | null
  /** For screen readers: what was measured last. */
  said: string
}

/**
 * What the user measures in an image, kept in this tab until it is closed.
 * @param place - of which image and scene
 */
export const useMeasurements = (place: string, pixelSize: PixelSize): Measurements => {
  const [list, setList] = useState(() => readMeasurements(place))
  const [chosen, choose] = useState<number | null>(null)
  const [sketch, setSketch] = useState<Sketch | null>(null)
  const [said, setSaid] = useState('')
  const [layer, setLayer] = useState<MeasureLayer | null>(null)
  const change = (next: readonly Measurement[]): void => {
    setList(next)
    keepMeasurements(place, next)
  }
  const add = (kind: MeasureKind, points: readonly Point[]): void => {
    const measurement = { id: Math.max(0, ...list.map(({ id }) => id)) + 1, kind, points }
    change([...list, measurement])
    choose(measurement.id)
    setSaid(`${nameOf(measurement)}: ${wordsOf(measurement, pixelSize)}`)
  }
  // The tools stay the same while what they report is added to a longer list.
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  const tools = useMemo<readonly ViewerTool[]>(
    () => measureTools({ onMeasured: (kind, points) => latest.current(kind, points), onSketch: setSketch }),
    [],
  )
  const isNeeded = list.length > 0 || sketch !== null
  useEffect(() => {
    if (!isNeeded || layer) return
    let left = false
    import('./measure-layer.ts').then(
      (loaded) => !left && setLayer(new loaded.MeasureLayer()),
      // Offline: the values are in the list.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [isNeeded, layer])
  useEffect(() => {
    const text = (one: Pick<Measurement, 'kind' | 'points'>): string => wordsOf(one, pixelSize)
    layer?.show([
      ...list.map((one) => ({ ...one, text: `${nameOf(one)}, ${text(one)}`, isChosen: one.id === chosen })),
      ...(sketch ? [{ ...sketch, text: text(sketch), isChosen: false }] : []),
    ])
  }, [layer, list, chosen, sketch, pixelSize])
  const remove = (id: number | null): void => {
    change(id === null ? [] : list.filter((one) => one.id !== id))
    choose(null)
    setSaid(id === null ? 'All measurements were removed' : 'The measurement was removed')
  }
  return { list, chosen, choose, remove, tools, layer, said }
}
