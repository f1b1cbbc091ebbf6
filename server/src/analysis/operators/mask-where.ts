/** A mask of 0 and 1 from a predicate on indices. A loop, because `Uint8Array.from` with a function is many times slower. */
export function maskWhere(length: number, isInside: (index: number) => boolean): Uint8Array {
  const mask = new Uint8Array(length)
  for (let i = 0; i < length; i++) if (isInside(i)) mask[i] = 1
  return mask
}
