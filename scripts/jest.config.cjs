const { createJestConfig } = require('../shared/config/jest-preset.cjs')

module.exports = createJestConfig(__dirname, { environment: 'node' })
