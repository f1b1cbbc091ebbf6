/**
 * Names of packages that the lock file asks for and node_modules does not have in that version. npm leaves out optional
 * packages of other platforms, and workspaces are links: neither counts.
 * @param {Record<string, { version?: string, link?: boolean, optional?: boolean }>} locked `packages` of package-lock.json
 * @param {Record<string, { version?: string }>} installed `packages` of node_modules/.package-lock.json
 */
export const missingPackages = (locked, installed) =>
  Object.entries(locked)
    .filter(([name, { link }]) => name.includes('node_modules/') && !link)
    .filter(([name, { version, optional }]) => {
      const present = installed[name]
      return present ? present.version !== version : !optional
    })
    .map(([name]) => name)
