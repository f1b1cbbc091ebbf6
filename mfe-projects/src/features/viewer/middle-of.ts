import type { ResultObject } from '@lamella/shared/contract'

/** A place well inside an object of ordinary shape: the mean of its outline, in pixels of the image. */
export const middleOf = ({ polygon }: ResultObject): [number, number] => {
  const [x, y] = polygon.reduce<[number, number]>(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0])
  return [x / polygon.length, y / polygon.length]
}
