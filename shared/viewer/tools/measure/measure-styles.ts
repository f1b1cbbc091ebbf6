import type { FeatureLike } from 'ol/Feature.js'
import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import MultiPoint from 'ol/geom/MultiPoint.js'
import Polygon from 'ol/geom/Polygon.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'

const ends = (feature: FeatureLike): MultiPoint | undefined => {
  const geometry = feature instanceof Feature ? feature.getGeometry() : undefined
  if (geometry instanceof LineString) return new MultiPoint(geometry.getCoordinates())
  if (geometry instanceof Polygon) return new MultiPoint(geometry.getCoordinates()[0] ?? [])
  return undefined
}

const lineOf = (width: number): Style[] => [
  new Style({ stroke: new Stroke({ color: '#000000A0', width: width + 3 }) }),
  // An invisible fill: the inside of an area can be clicked.
  new Style({ stroke: new Stroke({ color: '#FFFFFF', width }), fill: new Fill({ color: '#FFFFFF14' }) }),
  new Style({
    geometry: ends,
    image: new CircleStyle({
      radius: 4.5,
      fill: new Fill({ color: '#FFFFFF' }),
      stroke: new Stroke({ color: '#000000', width: 1.5 }),
    }),
  }),
]

/** White with a black halo, which can be seen on any picture. */
export const outlineStyles = lineOf(1.75)
/** Of the measurement that is chosen in the list. */
export const chosenStyles = lineOf(3)
/** Of what is being drawn, without its points. */
export const sketchStyles = outlineStyles.slice(0, 2)
