/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** The main job of the product (issue 2, part 4) must never be skipped: a title or tag marks its tests. */
const mark = 'main-job'

/** @returns {Counts} */
export const total = (all) =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

const moveSkippedToFailed = (counts, forbidden) => ({
  ...counts,
  failed: counts.failed + forbidden,
  skipped: counts.skipped - forbidden,
})

/** @param report - what jest wrote with `--json`. A suite that could not run at all counts as one failure. */
export const jestCounts = (report) => {
  const forbidden = report.testResults
    .flatMap((suite) => suite.assertionResults)
    .filter((test) => test.fullName.includes(`@${mark}`) && ['pending', 'todo', 'skipped'].includes(test.status))
  return moveSkippedToFailed(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    forbidden.length,
  )
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** @param report - of Playwright's json reporter. A test that passed only at the second try counts as failed. */
export const playwrightCounts = (report) => {
  const { expected, skipped, unexpected, flaky } = report.stats
  const forbidden = report.suites
    .flatMap(specsOf)
    .filter((spec) => spec.title.includes(`@${mark}`) || spec.tags.some((tag) => tag.replace(/^@/, '') === mark))
    .flatMap((spec) => spec.tests)
    .filter((test) => test.status === 'skipped')
  return moveSkippedToFailed(
    { passed: expected, failed: unexpected + flaky + report.errors.length, skipped },
    forbidden.length,
  )
}
