/**
 * With a registry that lacks the builds of a package for other platforms npm leaves them out of the lock file, and `npm ci` then refuses
 * the file everywhere. The missing entries can be derived from the lock file itself: such builds are optional dependencies with an exact
 * version and the platform in their name.
 */

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
}
const processors = {
  64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
}

const find = (words, table) => words.map((word) => table[word]).find(Boolean)

/** `@swc/core-linux-arm64-musl` → linux, arm64. @throws Error for a name without platform */
const platformOf = (name) => {
  const words = name.split(/[/-]/)
  const os = find(words, systems)
  const cpu = find(words, processors)
  if (!cpu) throw new Error(`${name} is missing in the lock file, and its name says no platform: run npm install.`)
  return { cpu: [cpu], ...(os && { os: [os] }) }
}

/** Key of the package that npm resolves `name` to from the package `from`; undefined: none. */
const locate = (packages, from, name) => {
  const folders = [from]
  for (let folder = from; folder; ) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
    folders.push(folder)
  }
  return folders.map((folder) => `${folder && `${folder}/`}node_modules/${name}`).find((key) => key in packages)
}

/**
 * @param {Record<string, { version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }>} packages
 *   `packages` of package-lock.json
 * @returns the missing entries, by their key
 * @throws Error for a missing package whose name has no platform
 */
export const missingOptional = (packages) => {
  const missing = {}
  for (const [from, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (locate(packages, from, name)) continue
      missing[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) }
    }
  }
  return missing
}

/** The same lock file with the missing entries, in npm's order. */
export const completeLock = (lock) => {
  const packages = { ...lock.packages, ...missingOptional(lock.packages) }
  const keys = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(keys.map((key) => [key, packages[key]])) }
}
