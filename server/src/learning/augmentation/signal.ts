/** Every so manyth pixel is looked at. */
const STRIDE = 5

/** Median of the signal outside of objects: the ground; 0 where there is none. @param labels 0 outside */
export function medianOutside(plane: Float32Array, labels: Uint16Array): number {
  const ground = new Float32Array(Math.ceil(plane.length / STRIDE))
  let count = 0
  for (let i = 0; i < plane.length; i += STRIDE) if (!labels[i]) ground[count++] = plane[i] ?? 0
  return ground.subarray(0, count).sort()[count >> 1] ?? 0
}
