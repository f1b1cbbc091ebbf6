/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** Marks, in title or tag, the tests of the product's main job (upload, view, analyse, download), which must never be skipped. */
const mark = 'main-job'

/** Sum of counts. @returns {Counts} */
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

/** @param report written by jest with `--json`. A suite that could not run counts as one failure, skipped main-job tests as failures. */
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

/** @param report of Playwright's json reporter. Tests that passed only when retried and skipped main-job tests count as failures. */
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
