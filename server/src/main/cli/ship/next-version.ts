type Numbers = readonly [major: number, minor: number, patch: number]

/** Which part of the version grows. */
export type Part = 'major' | 'minor' | 'patch'

const numbersOf = (version: string): Numbers | null => {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

const compare = (one: Numbers, other: Numbers): number => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]

const grown = ([major, minor, patch]: Numbers, part: Part): Numbers => {
  if (part === 'major') return [major + 1, 0, 0]
  return part === 'minor' ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

/**
 * The version of the next release: one more than the highest published one. A higher one in package.json is taken as it is, because
 * somebody has chosen it. Pre-releases and versions of work trees (`1.0.0-b3f2a91c04d`) do not count.
 * @param published - all published versions of the app
 * @param own - version in its package.json
 */
export const nextVersion = (published: readonly string[], own: string, part: Part = 'patch'): string => {
  const highest = published
    .map(numbersOf)
    .filter((numbers) => numbers !== null)
    .sort(compare)
    .at(-1)
  const chosen = numbersOf(own)
  if (!highest) return own
  return (chosen && compare(chosen, highest) > 0 ? chosen : grown(highest, part)).join('.')
}
