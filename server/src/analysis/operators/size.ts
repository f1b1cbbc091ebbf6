/** Pixels of a plane; planes are typed arrays in rows, `data[y * width + x]`. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** @throws RangeError when a plane does not have the size it is said to have */
export function requireSize(plane: ArrayLike<number>, { width, height }: Size, samples = 1): void {
  if (plane.length !== width * height * samples)
    throw new RangeError(`a plane of ${plane.length} values is not ${width} × ${height} × ${samples}`)
}
