const { createJestConfig } = require('../shared/config/jest-preset.cjs')

module.exports = {
  ...createJestConfig(__dirname, { environment: 'node' }),
  // Real servers and processes, on two cores that others use too: it limits a hang, it measures nothing.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
}
