const { createJestConfig } = require('../shared/config/jest-preset.cjs')

module.exports = {
  ...createJestConfig(__dirname, { environment: 'node' }),
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
}
