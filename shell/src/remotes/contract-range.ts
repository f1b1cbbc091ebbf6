type Version = readonly [major: number, minor: number, patch: number]

const parse = (text: string): Version | null => {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** Below 1.0.0 a change of the minor number breaks, as a change of the major number does later. */
const compatible = ([major, minor]: Version, [ownMajor, ownMinor]: Version): boolean =>
  major === ownMajor && (major > 0 || minor === ownMinor)

/**
 * Whether a remote that asks for a range of the shared contract works with a version of it.
 * @param range - `^1.2.0`, the one form that manifests use; any other admits nothing
 */
export function admits(range: string, version: string): boolean {
  const least = range.startsWith('^') ? parse(range.slice(1)) : null
  const own = parse(version)
  if (!least || !own || !compatible(least, own)) return false
  const [, minor, patch] = least
  const [, ownMinor, ownPatch] = own
  return ownMinor > minor || (ownMinor === minor && ownPatch >= patch)
}
