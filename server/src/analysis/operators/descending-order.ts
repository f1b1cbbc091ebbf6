const DIGIT_BITS = 11
const DIGIT = (1 << DIGIT_BITS) - 1

/**
 * The indices inside a mask, sorted by descending value; equal values keep their order (stable).
 * Radix sort by 11 bits: non-negative IEEE 754 floats are ordered like the integers of the same bits.
 *
 * @param values at least 0, not NaN
 * @param mask of the same length, non-zero is inside
 */
export function descendingOrder(values: Float32Array, mask: Uint8Array): Uint32Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  let order = new Uint32Array(mask.reduce((count, inside) => count + (inside ? 1 : 0), 0))
  let filled = 0
  mask.forEach((inside, i) => {
    if (inside) order[filled++] = i
  })
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const places = new Uint32Array(DIGIT + 2)
    const digitOf = (i: number) => DIGIT - (((bits[i] ?? 0) >>> shift) & DIGIT)
    for (const i of order) places[digitOf(i) + 1] = (places[digitOf(i) + 1] ?? 0) + 1
    for (let digit = 1; digit < places.length; digit++) places[digit] = (places[digit] ?? 0) + (places[digit - 1] ?? 0)
    const sorted = new Uint32Array(order.length)
    for (const i of order) {
      const digit = digitOf(i)
      const place = places[digit] ?? 0
      sorted[place] = i
      places[digit] = place + 1
    }
    order = sorted
  }
  return order
}
