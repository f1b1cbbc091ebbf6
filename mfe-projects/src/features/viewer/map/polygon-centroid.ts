import type { ObjectOutline } from '@lamella/shared/contract'

/**
 * The centroid of the area inside a closed ring (first point repeated last), from the shoelace formula, in the unit of its
 * points. However many points lie on one side, it stays where it is; of a ring without area it is the mean of the points.
 */
export const polygonCentroid = (ring: ObjectOutline['polygon']): [number, number] => {
  const [[originX, originY] = [0, 0]] = ring
  let [area, sumX, sumY, meanX, meanY] = [0, 0, 0, 0, 0]
  for (const [i, [px, py]] of ring.entries()) {
    // From the first point on: far from the origin of the image digits would be lost.
    const [x, y] = [px - originX, py - originY]
    const [nextX, nextY] = ring[i + 1] ?? [originX, originY]
    const cross = x * (nextY - originY) - (nextX - originX) * y
    area += cross / 2
    sumX += (cross * (x + nextX - originX)) / 6
    sumY += (cross * (y + nextY - originY)) / 6
    meanX += x / ring.length
    meanY += y / ring.length
  }
  return area === 0 ? [originX + meanX, originY + meanY] : [originX + sumX / area, originY + sumY / area]
}
