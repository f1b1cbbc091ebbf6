/**
 * A path of this site with its query and fragment; null for everything else, against open redirects.
 * @param wanted - value of a query parameter or of the storage
 */
export const sameOriginPath = (wanted: string | null): string | null => {
  const { origin } = window.location
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null
  const address = new URL(wanted, origin)
  // `/.//elsewhere` has this origin, but its path `//elsewhere` resolves to another one.
  if (address.origin !== origin || address.pathname.startsWith('//')) return null
  return address.pathname + address.search + address.hash
}
