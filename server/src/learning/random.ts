/** Uniform in [0, 1). */
export type Random = () => number

/** Mulberry32 (Tommy Ettinger 2017): 32 bits of state, good enough to draw patches and to generate fields, never for secrets. */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One seed out of several numbers (step, image, …), such that neighbours have nothing in common (a 32-bit FNV-1a hash). */
export const mixSeeds = (...seeds: readonly number[]): number =>
  seeds.reduce((hash, seed) => {
    let mixed = hash
    for (let shift = 0; shift < 32; shift += 8) mixed = Math.imul(mixed ^ ((seed >>> shift) & 255), 0x01000193)
    return mixed >>> 0
  }, 0x811c9dc5)

/** Standard normal (Box & Muller 1958). */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Uniform in [low, high). */
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random()

/** One of the items, all equally likely. */
export const pick = <T>(random: Random, items: readonly [T, ...T[]]): T =>
  items[Math.floor(random() * items.length)] ?? items[0]

/** An index with a probability in proportion to its weight; −1 without any. */
export const pickWeighted = (random: Random, weights: readonly number[]): number => {
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0)
  return weights.findIndex((weight, i) => {
    rest -= weight
    return rest < 0 || i === weights.length - 1
  })
}

/** The items in a random order, as a new array. */
export const shuffled = <T>(random: Random, items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
