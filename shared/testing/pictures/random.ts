const { PI, cos, floor, imul, log, sqrt } = Math

/** A stream of pseudo-random numbers that is the same for the same seed on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** Normally distributed. */
  normal(mean: number, deviation: number): number
  /** An integer in [0, count). */
  integer(count: number): number
}

/** splitmix32: spreads a small seed over 32 bits. */
function seedStream(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

/** Chris Doty-Humphrey's sfc32 (PractRand), period about 2^127: small, fast, and good in every bit. */
export function createRandom(seed: number): Random {
  const seeds = seedStream(seed)
  let [a, b, c, counter] = [seeds(), seeds(), seeds(), 1]
  const next = () => {
    const mixed = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + mixed
    return (mixed >>> 0) / 0x1_0000_0000
  }
  for (let i = 0; i < 12; i++) next()
  const normal = (mean: number, deviation: number) =>
    mean + deviation * sqrt(-2 * log(1 - next())) * cos(2 * PI * next())
  return {
    next,
    normal,
    between: (low, high) => low + (high - low) * next(),
    integer: (count) => floor(next() * count),
  }
}
