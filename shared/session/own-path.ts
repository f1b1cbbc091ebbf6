/**
 * A path of this site with its query and fragment; null for everything else, so that a link cannot lead elsewhere.
 * @param wanted - what an address parameter or the storage says
 */
export const ownPath = (wanted: string | null): string | null => {
  const { origin } = window.location
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null
  const address = new URL(wanted, origin)
  // `/.//elsewhere` is of this site, and its path `//elsewhere`, read again, is not.
  if (address.origin !== origin || address.pathname.startsWith('//')) return null
  return address.pathname + address.search + address.hash
}
