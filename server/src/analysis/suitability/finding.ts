/** One reason against an image: a sentence for the user, and how much it weighs. */
export interface Finding {
  verdict: 'doubtful' | 'refused'
  sentence: string
}

/** A measure with the limits beyond which an image is doubtful and refused. */
interface Limits {
  doubtful: number
  refused: number
}

/** The finding of a measure that must not be below its limits; null when it is not. */
export const below = (value: number, { doubtful, refused }: Limits, sentence: string): Finding | null => {
  if (value >= doubtful) return null
  return { verdict: value < refused ? 'refused' : 'doubtful', sentence }
}

/** The finding of a measure that must not be above its limits; null when it is not. */
export const above = (value: number, { doubtful, refused }: Limits, sentence: string): Finding | null =>
  below(-value, { doubtful: -doubtful, refused: -refused }, sentence)
