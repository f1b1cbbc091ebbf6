const path = require('node:path')
const Sequencer = require('@jest/test-sequencer').default

/**
 * Files that take tens of seconds, longest first. They start before all others, so that none of them runs alone at the
 * end. Jest itself orders by duration only after a first run, which a fresh clone has not had.
 */
const longest = [
  'server/test/bad-files-disguised.test.ts',
  'server/test/bad-files.test.ts',
  'server/test/kill-9-analysis.test.ts',
  'server/test/kill-9-processing.test.ts',
  'server/test/kill-9-deletion.test.ts',
  'server/test/kill-9-upload.test.ts',
  'server/test/access-matrix.test.ts',
  'server/test/jobs.test.ts',
  'server/test/shutdown.test.ts',
  'server/test/portal-access.test.ts',
  'server/test/uncaught-errors.test.ts',
  'server/src/imaging/formats.test.ts',
  'server/src/analysis/applications/nucleus-applications.test.ts',
  'server/src/analysis/applications/dab-scoring/1.0.0/application.test.ts',
].map((file) => path.join(__dirname, '..', '..', '..', file))

const rank = ({ path: file }) => (longest.includes(file) ? longest.indexOf(file) : longest.length)

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b))
  }
}
