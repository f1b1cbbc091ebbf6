const { existsSync } = require('node:fs')
const path = require('node:path')
const { workspaces } = require('./package.json')

const hasTests = (folder) => existsSync(path.join(__dirname, folder, 'jest.config.cjs'))

/** `npx jest` in the root runs the tests of all workspaces; in a workspace, its own. */
module.exports = {
  // Jest reads this from the root only. A generous limit: it ends tests that hang, also on a busy machine.
  testTimeout: 60_000,
  testSequencer: path.join(__dirname, 'shared', 'config', 'jest', 'longest-first.cjs'),
  projects: [...workspaces, 'scripts'].filter(hasTests).map((folder) => `<rootDir>/${folder}`),
}
