/** Size of a plane in pixels. Planes are row-major typed arrays: `data[y * width + x]`. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** @throws RangeError unless the plane has width × height × samples values */
export function requireSize(plane: ArrayLike<number>, { width, height }: Size, samples = 1): void {
  if (plane.length !== width * height * samples)
    throw new RangeError(`a plane of ${plane.length} values is not ${width} × ${height} × ${samples}`)
}
