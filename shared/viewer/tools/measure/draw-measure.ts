import type { MapContext } from '../../canvas/map-context.ts'
import { setPoints } from '../points/set-points.ts'
import type { MeasureListener } from './measure-listener.ts'
import type { MeasureKind } from './measurement.ts'

/** Points that complete a measurement; an area is completed on its first point. */
const pointsOf: Record<MeasureKind, number | undefined> = { line: 2, angle: 3, area: undefined }

/** Lets the user set the points of measurements, one after the other. @returns ends it */
export const drawMeasure = (
  context: MapContext,
  kind: MeasureKind,
  { onMeasured, onSketch }: MeasureListener,
): (() => void) =>
  setPoints(
    context,
    { name: kind, isClosed: kind === 'area', most: pointsOf[kind] },
    {
      onPoints: (points) => onMeasured(kind, points),
      onSketch: (sketch) => onSketch(sketch && { kind, ...sketch }),
    },
  )
