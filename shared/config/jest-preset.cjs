const path = require('node:path')
const { oneFilePackages } = require('./jest/one-file-packages.cjs')

const root = path.join(__dirname, '..', '..')
const inJestFolder = (file) => path.join(__dirname, 'jest', file)

/** The gate leaves out the files `*.full.test.ts` (ADR 107). */
const outsideTheTier = process.env.LAMELLA_TEST_TIER === 'gate' ? ['\\.full\\.test\\.tsx?$'] : []

/** Packages that are ES modules only. Jest's module registry is CommonJS, so they are transformed like our own code. */
const esmOnlyPackages = [
  '@noble/hashes',
  '@nodable/entities',
  '@scure/base',
  '@tabler/icons-react',
  '@zarrita/storage',
  'anynum',
  'clipper2-ts',
  'commander',
  'content-disposition',
  'cookie',
  'd3-array',
  'd3-contour',
  'fast-bmp',
  'fast-png',
  'jotai',
  'ky',
  'non-error',
  'numcodecs',
  'ol',
  'p-map',
  'pg-boss',
  'quick-lru',
  'quickselect',
  'rbush',
  'read-excel-file',
  'serialize-error',
  'strnum',
  'flatbush',
  'flatqueue',
  'internmap',
  'iobuffer',
  'xml-naming',
  'zarrita',
]

/**
 * Handed to each module as parameters: in jest's sandbox each look at a global is a call into Node. Only names that no test replaces and no
 * module declares.
 */
const languageGlobals = [
  'Array',
  'JSON',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Reflect',
  'String',
  'Symbol',
  'Uint8Array',
]

const swc = (parser, transformer = '@swc/jest') => [
  transformer,
  {
    swcrc: false,
    jsc: { parser, target: 'es2024', transform: { react: { runtime: 'automatic' } } },
    module: { type: 'commonjs' },
  },
]

/**
 * The one jest configuration of all workspaces.
 *
 * @param {string} dir the workspace's folder
 * @param {{ environment?: 'browser' | 'node' }} [options] `browser` is jsdom completed with Node's fetch family
 */
function createJestConfig(dir, { environment = 'browser' } = {}) {
  const browser = environment === 'browser'
  return {
    rootDir: dir,
    cacheDirectory: path.join(root, 'node_modules', '.cache', 'jest'),
    testEnvironment: browser ? inJestFolder('browser-environment.cjs') : 'node',
    setupFiles: browser ? [inJestFolder('browser-shims.cjs')] : [],
    setupFilesAfterEnv: [inJestFolder('retries.cjs'), ...(browser ? ['@testing-library/jest-dom'] : [])],
    testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
    // A busy machine may be ten times slower than an idle one; a hanging test still ends.
    testTimeout: 30_000,
    testPathIgnorePatterns: ['/node_modules/', '/dist/', ...outsideTheTier],
    moduleFileExtensions: ['tsx', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
    sandboxInjectedGlobals: languageGlobals,
    globals: { __APP_VERSION__: 'test', __QUERY_SOURCES__: 'test' },
    moduleNameMapper: {
      '\\.module\\.css$': 'identity-obj-proxy',
      ...(browser && { ...oneFilePackages(root), '^@tabler/icons-react$': inJestFolder('icons.cjs') }),
    },
    transform: {
      '\\.(css|png|webp|svg|woff2)$': inJestFolder('asset-transform.cjs'),
      '\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
      '\\.ts$': swc({ syntax: 'typescript' }),
      '\\.m?js$': swc({ syntax: 'ecmascript' }),
    },
    // Style sheets of packages are transformed too, to their name.
    transformIgnorePatterns: [`/node_modules/(?!.*\\.css$)(?!(?:.*/node_modules/)?(?:${esmOnlyPackages.join('|')})/)`],
  }
}

module.exports = { createJestConfig }
