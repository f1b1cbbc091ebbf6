const path = require('node:path')
const Sequencer = require('@jest/test-sequencer').default

/**
 * Files that take tens of seconds, longest first. They start before all others, so that none of them runs alone at the
 * end. Jest itself orders by duration only after a first run, which a fresh clone has not had.
 */
const longest = [
  'server/test/bad-files.full.test.ts',
  'server/test/catalogue.full.test.ts',
  'server/test/kill-9-analysis.full.test.ts',
  'server/test/bad-files-disguised.full.test.ts',
  'server/src/imaging/second-decoder.full.test.ts',
  'server/src/analysis/suitability/pyramid-samples.full.test.ts',
  'server/test/kill-9-processing.full.test.ts',
  'server/src/analysis/applications/released.full.test.ts',
  'server/test/access-matrix.test.ts',
  'server/test/jobs.test.ts',
  'server/test/portal-access.test.ts',
  'server/test/samples.test.ts',
  'mfe-projects/src/pages/projects/projects-list.test.tsx',
].map((file) => path.join(__dirname, '..', '..', '..', file))

const rank = ({ path: file }) => (longest.includes(file) ? longest.indexOf(file) : longest.length)

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b))
  }
}
