import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { missingPackages } from './missing-packages.mjs'
import { environment, npm, root, run } from './processes.mjs'

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

const isInstalled = () => {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  return (
    existsSync(record) &&
    missingPackages(packagesOf(path.join(root, 'package-lock.json')), packagesOf(record)).length === 0
  )
}

/** Runs `npm ci` unless node_modules matches the lock file. @returns {Promise<boolean>} false when it failed; its output is printed */
export const installIfNeeded = async () => {
  if (isInstalled()) return true
  console.log('Installing the packages of package-lock.json (npm ci) …')
  const { ok, output } = await run([...npm, 'ci', '--no-audit', '--no-fund'], { seconds: 900, env: environment() })
  if (!ok) console.error(output)
  return ok
}
