import type { Point, PointsSketch } from '../points/set-points.ts'
import type { MeasureKind } from './measurement.ts'

/** Points of a measurement that are set so far. */
export interface Sketch extends PointsSketch {
  kind: MeasureKind
}

/** What a measuring tool reports. */
export interface MeasureListener {
  /** All points of a measurement were set. */
  onMeasured: (kind: MeasureKind, points: readonly Point[]) => void
  /** Null: no points are set. */
  onSketch: (sketch: Sketch | null) => void
}
