import type { MeasureKind, Point } from './measurement.ts'

/** Points of a measurement that are set so far. */
export interface Sketch {
  kind: MeasureKind
  points: readonly Point[]
  /** By OpenLayers, up to the pointer. */
  isDrawn: boolean
}

/** What a measuring tool reports. */
export interface MeasureListener {
  /** All points of a measurement were set. */
  onMeasured: (kind: MeasureKind, points: readonly Point[]) => void
  /** Null: no points are set. */
  onSketch: (sketch: Sketch | null) => void
}
