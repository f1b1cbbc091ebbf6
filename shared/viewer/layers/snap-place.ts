import { type Coordinate, closestOnSegment, squaredDistance } from 'ol/coordinate.js'
import type Feature from 'ol/Feature.js'
import type Geometry from 'ol/geom/Geometry.js'
import SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import type { FeatureFinder } from './feature-at.ts'

/**
 * The corner of a feature that is nearest to a place of the map; else the nearest place on a line or outline.
 * @param within - units of the map from the place on which they are looked for
 * @param isShown - features that are not shown are passed over
 * @returns null: there is none
 */
export const snapPlace = <G extends Geometry>(
  source: FeatureFinder<G>,
  place: Coordinate,
  within: number,
  isShown: (feature: Feature<G>) => boolean,
): Coordinate | null => {
  const [x = 0, y = 0] = place
  const found: Record<'corner' | 'line', { at: Coordinate | null; distance: number }> = {
    corner: { at: null, distance: within ** 2 },
    line: { at: null, distance: within ** 2 },
  }
  const look = (kind: keyof typeof found, at: Coordinate): void => {
    const distance = squaredDistance(at, place)
    if (distance <= found[kind].distance) found[kind] = { at, distance }
  }
  const lookAlong = (line: readonly Coordinate[]): void => {
    for (const [index, corner] of line.entries()) {
      const before = line[index - 1]
      look('corner', corner)
      if (before) look('line', closestOnSegment(place, [before, corner]))
    }
  }
  /** Coordinates are in arrays of arrays, as deep as the geometry has parts and rings. */
  const lookIn = (coordinates: readonly unknown[]): void => {
    const [first] = coordinates
    if (typeof first === 'number') look('corner', coordinates as Coordinate)
    else if (Array.isArray(first) && typeof first[0] === 'number') lookAlong(coordinates as Coordinate[])
    else for (const part of coordinates) lookIn(part as unknown[])
  }
  for (const feature of source.getFeaturesInExtent([x - within, y - within, x + within, y + within])) {
    const geometry = feature.getGeometry()
    if (geometry instanceof SimpleGeometry && isShown(feature)) lookIn(geometry.getCoordinates() ?? [])
  }
  return found.corner.at ?? found.line.at
}
