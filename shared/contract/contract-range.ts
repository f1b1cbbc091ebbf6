type Version = readonly [major: number, minor: number, patch: number]

const parse = (text: string): Version | null => {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** As in semantic versioning: below 1.0.0 a minor change is incompatible, later a major change. */
const compatible = ([major, minor]: Version, [ownMajor, ownMinor]: Version): boolean =>
  major === ownMajor && (major > 0 || minor === ownMinor)

/**
 * Whether a version of the contract, or of a shared module, lies in a range.
 * @param range - `^1.2.0`, the only form in use; false for any other
 */
export function satisfiesRange(range: string, version: string): boolean {
  const least = range.startsWith('^') ? parse(range.slice(1)) : null
  const own = parse(version)
  if (!least || !own || !compatible(least, own)) return false
  const [, minor, patch] = least
  const [, ownMinor, ownPatch] = own
  return ownMinor > minor || (ownMinor === minor && ownPatch >= patch)
}
