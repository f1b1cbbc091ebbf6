const { createJestConfig } = require('./config/jest-preset.cjs')

module.exports = createJestConfig(__dirname)
