import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { environment, npm, root, run } from './processes.mjs'

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

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

const isInstalled = () => {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  return (
    existsSync(record) &&
    missingPackages(packagesOf(path.join(root, 'package-lock.json')), packagesOf(record)).length === 0
  )
}

/** `npm ci`, unless node_modules holds what the lock file says. */
export const installIfNeeded = async () => {
  if (isInstalled()) return true
  console.log('Installing the packages of package-lock.json (npm ci) …')
  const { ok, output } = await run([...npm, 'ci', '--no-audit', '--no-fund'], { seconds: 900, env: environment() })
  if (!ok) console.error(output)
  return ok
}
