import type { Coordinate } from 'ol/coordinate.js'
import type Feature from 'ol/Feature.js'
import type Geometry from 'ol/geom/Geometry.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import Polygon from 'ol/geom/Polygon.js'

/** What finds features by place: a source of them, or an index. */
export interface FeatureFinder<G extends Geometry> {
  /** Those whose boxes meet an extent. */
  getFeaturesInExtent(extent: Coordinate): Feature<G>[]
}

/** Distance in CSS pixels at which a shape is still hit. */
const hitTolerance = 3

const areaOf = (geometry: Geometry | undefined): number =>
  geometry instanceof Polygon || geometry instanceof MultiPolygon ? geometry.getArea() : 0

/**
 * The feature that is hit at a coordinate of the map: the smallest of those that contain it, so that a shape inside another can be reached;
 * else the nearest within the hit tolerance; else undefined.
 * @param resolution - pixels of the image per CSS pixel
 * @param isShown - features that are not shown are passed over
 */
export const featureAt = <G extends Geometry>(
  source: FeatureFinder<G>,
  place: Coordinate,
  resolution: number,
  isShown: (feature: Feature<G>) => boolean = () => true,
): Feature<G> | undefined => {
  const within = hitTolerance * resolution
  const [x = 0, y = 0] = place
  const near = source.getFeaturesInExtent([x - within, y - within, x + within, y + within]).filter(isShown)
  const [around] = near
    .filter((feature) => feature.getGeometry()?.intersectsCoordinate(place))
    .sort((one, other) => areaOf(one.getGeometry()) - areaOf(other.getGeometry()))
  if (around) return around
  const distanceTo = (feature: Feature<G>): number => {
    const [nearX = 0, nearY = 0] = feature.getGeometry()?.getClosestPoint(place) ?? []
    return Math.hypot(nearX - x, nearY - y)
  }
  const [nearest] = near
    .map((feature) => ({ feature, distance: distanceTo(feature) }))
    .filter(({ distance }) => distance <= within)
    .sort((one, other) => one.distance - other.distance)
  return nearest?.feature
}
