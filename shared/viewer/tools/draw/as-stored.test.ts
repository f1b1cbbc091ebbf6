import { areaOf, type Geometry, geometryOfWkt, type Position } from '@lamella/shared/geometry'
import { sampleView } from '../../../testing/sample-image.ts'
import type { MapContext } from '../../canvas/map-context.ts'
import { report } from './as-stored.ts'

const context = { view: { ...sampleView(), width: 1000, height: 1000 } } as MapContext

const reported = (geometry: Geometry): [area: number | null, refused: string | null] => {
  let [area, refused]: [number | null, string | null] = [null, null]
  report(context, geometry, {
    onDrawn: (stored) => {
      area = areaOf(stored)
    },
    onRefused: (detail) => {
      refused = detail
    },
  })
  return [area, refused]
}

/** A star of which each side leads to one of the farther corners. */
const starOf = (corners: number, steps: number): Geometry => {
  const ring = Array.from({ length: corners + 1 }, (_, at): Position => {
    const angle = (((at % corners) * steps) / corners) * 2 * Math.PI
    return [500 + 300 * Math.cos(angle), 500 + 300 * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [ring] }
}

test.each<[string, Geometry, number | null, string | null]>([
  ['a corner beyond the edge is cut', geometryOfWkt('POLYGON ((500 0,-200 500,500 1000,500 0))'), 450_000 / 1.4, null],
  ['a star covers all that it goes around', starOf(7, 3), 7 * 300 * 107.069 * Math.sin(Math.PI / 7), null],
  ['a scribble is told', starOf(3001, 1500), null, 'The outline crosses itself too often.'],
  [
    'what lies outside is told',
    geometryOfWkt('POLYGON ((1500 0,1600 0,1600 90,1500 0))'),
    null,
    'The shape lies outside the image.',
  ],
  ['what covers nothing was a click', geometryOfWkt('POLYGON ((5 5,5 5,5 5,5 5))'), null, null],
])('%s', (_, geometry, area, refused) => {
  const [drawn, told] = reported(geometry)
  expect(told).toBe(refused)
  if (area === null) expect(drawn).toBeNull()
  else expect((drawn ?? 0) / area).toBeCloseTo(1, 4)
})
