/** Segments of a path, in lower case: the router does not tell upper from lower case. */
const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean)

const isOptional = (segment: string | undefined): boolean => segment?.endsWith('?') === true

/** Whether one segment of an address can be both. */
const areAlike = (one: string, other: string): boolean => {
  const [name, otherName] = [one.replace(/\?$/, ''), other.replace(/\?$/, '')]
  return name.startsWith(':') || otherName.startsWith(':') || name === otherName
}

/**
 * Whether some address matches both lists of segments. From the ends on, so that each pair of rests is looked at once, however many segments
 * are optional.
 */
export const segmentsMeet = (one: readonly string[], other: readonly string[]): boolean => {
  /** Of the rest of `one` after the present segment, with each rest of `other`. */
  let after: boolean[] = []
  for (let i = one.length; i >= 0; i--) {
    const first = one[i]
    const row: boolean[] = []
    for (let j = other.length; j >= 0; j--) {
      const second = other[j]
      row[j] =
        first === '*' ||
        second === '*' ||
        (first === undefined && second === undefined) ||
        (isOptional(first) && after[j] === true) ||
        (isOptional(second) && row[j + 1] === true) ||
        (first !== undefined && second !== undefined && areAlike(first, second) && after[j + 1] === true)
    }
    after = row
  }
  return after[0] === true
}

/**
 * Whether some address matches both paths of routes, in the form of react-router: `:name` stands for any segment, `*` for any rest, `?`
 * makes a segment optional, upper and lower case are the same. One of two such routes would get addresses of the other.
 */
export const pathsOverlap = (one: string, other: string): boolean => segmentsMeet(segmentsOf(one), segmentsOf(other))
