import type { Coordinate } from 'ol/coordinate.js'
import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { Strokes } from '../draw/strokes.ts'
import { sketchStyles } from '../measure/measure-styles.ts'

const boxBetween = ([x = 0, y = 0]: Coordinate, [toX = 0, toY = 0]: Coordinate): Coordinate[] => [
  [x, y],
  [toX, y],
  [toX, toY],
  [x, toY],
  [x, y],
]

const lengthOf = (outline: readonly Coordinate[]): number => new LineString([...outline]).getLength()

/** CSS pixels that the hand moves at least: less is a click. */
const unsteady = 4

/**
 * Lets the user draw around objects: a drag with Shift is a box, with Alt besides a free outline.
 * @param onOutline - called with the closed outline, in coordinates of the map
 * @returns ends it
 */
export const pickAll = ({ map }: MapContext, onOutline: (outline: readonly Coordinate[]) => void): (() => void) => {
  const feature = new Feature<Polygon>()
  const layer = new VectorLayer({
    source: new VectorSource({ features: [feature] }),
    style: sketchStyles,
    updateWhileInteracting: true,
    zIndex: 2,
  })
  map.addLayer(layer)
  let way: Coordinate[] = []
  let isLasso = false
  const outline = (): Coordinate[] => {
    const [from = [], ...others] = way
    return isLasso ? [...way, from] : boxBetween(from, others.at(-1) ?? from)
  }
  const pointer = new Strokes({
    takes: ({ button, isPrimary, shiftKey, altKey }) => {
      isLasso = altKey
      return button === 0 && isPrimary && shiftKey
    },
    onStart: (place) => {
      way = [place]
    },
    onMove: (place) => {
      way.push(place)
      feature.setGeometry(new Polygon([outline()]))
    },
    onEnd: (place) => {
      const drawn = place && way.length > 1 ? outline() : []
      const least = unsteady * (map.getView().getResolution() ?? 1)
      way = []
      feature.setGeometry(undefined)
      if (drawn.length > 0 && lengthOf(drawn) > 2 * least) onOutline(drawn)
    },
  })
  map.addInteraction(pointer)
  return () => {
    map.removeInteraction(pointer)
    map.removeLayer(layer)
  }
}
