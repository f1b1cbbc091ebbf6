/**
 * A path of this site with its query and fragment; null for everything else, so that a link cannot lead elsewhere.
 * @param wanted - what an address parameter or the storage says
 */
export const ownPath = (wanted: string | null): string | null => {
  if (!wanted?.startsWith('/')) return null
  const address = new URL(wanted, window.location.origin)
  return address.origin === window.location.origin ? address.pathname + address.search + address.hash : null
}
