const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean)

const meet = ([first, ...rest]: readonly string[], [other, ...others]: readonly string[]): boolean => {
  if (first === '*' || other === '*') return true
  if (first?.endsWith('?')) {
    return (
      meet(rest, other === undefined ? [] : [other, ...others]) ||
      meet([first.slice(0, -1), ...rest], other === undefined ? [] : [other, ...others])
    )
  }
  if (other?.endsWith('?')) return meet([other, ...others], first === undefined ? [] : [first, ...rest])
  if (first === undefined || other === undefined) return first === other
  return (first.startsWith(':') || other.startsWith(':') || first === other) && meet(rest, others)
}

/**
 * Whether some address matches both paths of routes, in the form of react-router: `:name` stands for any segment, `*` for any rest, `?`
 * makes a segment optional, upper and lower case are the same. One of two such routes would get addresses of the other.
 */
export const pathsOverlap = (one: string, other: string): boolean => meet(segmentsOf(one), segmentsOf(other))
