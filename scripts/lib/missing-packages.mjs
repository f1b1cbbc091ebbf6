/**
 * Names of packages in the lock file that node_modules lacks in that version. Absent optional packages (builds for other platforms) and
 * links (workspaces) do not count.
 *
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
