/** `npx jest` in the root runs the tests of all workspaces; in a workspace, its own. */
module.exports = {
  // Jest takes this from the root only. It ends what hangs, also on a busy machine, and measures nothing.
  testTimeout: 60_000,
  projects: [
    '<rootDir>/shared',
    '<rootDir>/shell',
    '<rootDir>/mfe-auth',
    '<rootDir>/mfe-projects',
    '<rootDir>/mfe-datastorage',
    '<rootDir>/mfe-ai-trainer',
    '<rootDir>/server',
    '<rootDir>/scripts',
  ],
}
