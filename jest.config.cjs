/** `npx jest` in the root runs the tests of all workspaces; in a workspace, its own. */
module.exports = {
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
