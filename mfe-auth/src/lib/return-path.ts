/**
 * Where to go after log-in: a path of this site, `/` for everything else, so that a link cannot lead elsewhere.
 * @param wanted - the `return` parameter of the address
 */
export const returnPath = (wanted: string | null): string => {
  if (!wanted?.startsWith('/')) return '/'
  const address = new URL(wanted, window.location.origin)
  if (address.origin !== window.location.origin || address.pathname.startsWith('/auth/')) return '/'
  return address.pathname + address.search + address.hash
}
