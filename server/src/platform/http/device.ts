/** The first match counts, because User-Agent headers also name older browsers. */
const browsers: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const systems: readonly (readonly [mark: string, name: string])[] = [
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

/**
 * `Firefox on Linux`, from the header User-Agent: enough to recognise one's own session, too little to identify a person. Null:
 * unknown.
 */
export const deviceOf = (userAgent: string | undefined): string | null => {
  const nameIn = (table: typeof browsers) => table.find(([mark]) => userAgent?.includes(mark))?.[1]
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(' on ') || null
}
