import type { Geometry, Position } from '@lamella/shared/geometry'

/** What is drawn by dragging from one place to another. */
export type DragKind = 'line' | 'rectangle' | 'ellipse'

const closed = (corners: Position[]): Geometry => {
  const [[x, y] = [0, 0]] = corners
  return { type: 'Polygon', coordinates: [[...corners, [x, y]]] }
}

const rectangleOf = ([x, y]: Position, [otherX, otherY]: Position): Geometry => {
  const [left, right] = [Math.min(x, otherX), Math.max(x, otherX)]
  const [top, bottom] = [Math.min(y, otherY), Math.max(y, otherY)]
  return closed([
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ])
}

/** Pixels between an ellipse and its corners, at most. */
const deviation = 0.1
const corners = { least: 24, most: 360 } as const

/** In the box of two places, as a polygon whose sides leave it by a tenth of a pixel at most where that needs no more than 360 corners. */
const ellipseOf = ([x, y]: Position, [otherX, otherY]: Position): Geometry => {
  const [middleX, middleY] = [(x + otherX) / 2, (y + otherY) / 2]
  const [radiusX, radiusY] = [Math.abs(otherX - x) / 2, Math.abs(otherY - y) / 2]
  const needed = Math.PI / Math.acos(1 - Math.min(1, deviation / Math.max(radiusX, radiusY)))
  const count = Math.min(corners.most, Math.max(corners.least, Math.ceil(needed)))
  const hundredths = (value: number): number => Math.round(value * 100) / 100
  return closed(
    Array.from({ length: count }, (_, at): Position => {
      const angle = (at / count) * 2 * Math.PI
      return [hundredths(middleX + radiusX * Math.cos(angle)), hundredths(middleY + radiusY * Math.sin(angle))]
    }),
  )
}

/** What a drag between two places of the image draws; a line needs one of the two directions, the others need both. */
export const dragShape = (kind: DragKind, from: Position, to: Position): Geometry => {
  if (kind === 'line') return { type: 'LineString', coordinates: [from, to] }
  return kind === 'rectangle' ? rectangleOf(from, to) : ellipseOf(from, to)
}
