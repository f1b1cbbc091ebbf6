const { createJestConfig } = require('../shared/config/jest-preset.cjs')

const config = createJestConfig(__dirname, { environment: 'node' })

module.exports = {
  ...config,
  moduleNameMapper: {
    ...config.moduleNameMapper,
    // Packages without an entry for `require`, by which jest finds modules.
    '^zarrita$': '<rootDir>/../node_modules/zarrita/dist/src/index.js',
    '^@zarrita/storage/(\\w+)$': '<rootDir>/../node_modules/@zarrita/storage/dist/src/$1.js',
    '^numcodecs/(\\w+)$': '<rootDir>/../node_modules/numcodecs/dist/$1.js',
  },
  // zarrita declares a class of that name.
  sandboxInjectedGlobals: config.sandboxInjectedGlobals.filter((name) => name !== 'Array'),
  // Real servers and processes, on two cores that others use too: it limits a hang, it measures nothing.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
}
