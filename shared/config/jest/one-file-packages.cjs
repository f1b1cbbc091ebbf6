const { createHash } = require('node:crypto')
const { existsSync, mkdirSync, readFileSync, renameSync } = require('node:fs')
const path = require('node:path')
const { buildSync } = require('esbuild')

/**
 * Packages of hundreds of small files, which each test file would load one by one: 0.65 s of processor time for
 * `@mantine/core` (704 files), 0.15 s as one file.
 */
const packages = [
  '@mantine/core',
  '@mantine/hooks',
  '@testing-library/dom',
  '@testing-library/user-event',
  'aria-query',
  'rxjs',
  'zod/mini',
]

/** Packages that are read through a file of ours. */
const adapted = { '@testing-library/dom': path.join(__dirname, 'testing-library.cjs') }

/** Stay outside the files: React has a state of its own, and jest itself keeps each of them single. */
const shared = ['react', 'react/*', 'react-dom', 'react-dom/*', ...packages]

/**
 * Writes each package into one file, once per state of package-lock.json.
 *
 * @param {string} root the repository
 * @returns {Record<string, string>} jest's `moduleNameMapper`: the name of the package to its file
 */
function oneFilePackages(root) {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const state = createHash('sha256')
    .update(lock)
    .update(shared.join())
    .update(
      Object.values(adapted)
        .map((file) => readFileSync(file, 'utf8'))
        .join(),
    )
    .digest('hex')
    .slice(0, 12)
  const folder = path.join(root, 'node_modules', '.cache', 'jest-packages')
  return Object.fromEntries(
    packages.map((name) => {
      const file = path.join(folder, `${name.replace('/', '__')}-${state}.cjs`)
      if (!existsSync(file)) write(name, file, root)
      return [`^${name}$`, file]
    }),
  )
}

/** Two processes may write the same file at the same time: each moves a whole one into place. */
function write(name, file, root) {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  buildSync({
    stdin: { contents: `module.exports = require(${JSON.stringify(adapted[name] ?? name)})`, resolveDir: root },
    outfile: draft,
    bundle: true,
    platform: 'node',
    mainFields: ['main'],
    external: shared.filter((other) => other !== name),
    logLevel: 'error',
  })
  renameSync(draft, file)
}

module.exports = { oneFilePackages }
