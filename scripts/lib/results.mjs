import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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

/** Lines of a message that are shown again at the end of a run: the sentence and the two values compared. */
const messageLines = 6
const shortened = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(0, messageLines)

/**
 * Failed tests of jest, to be named again where a long run ends.
 *
 * @param report as for `jestCounts`
 * @returns {{ title: string, message: string[] }[]} a suite that could not run under the path of its file
 */
export const jestFailures = (report) =>
  report.testResults.flatMap((suite) => {
    const file = path.basename(suite.name ?? '')
    const tests = suite.assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0 && suite.status === 'failed') return [{ title: file, message: shortened(suite.message) }]
    return tests.map((test) => ({ title: `${file} › ${test.fullName}`, message: shortened(test.failureMessages?.[0]) }))
  })

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

/**
 * Failed tests of Playwright, and those that passed only when retried.
 *
 * @param report as for `playwrightCounts`
 * @returns {{ title: string, message: string[] }[]}
 */
export const playwrightFailures = (report) => [
  ...report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => ['unexpected', 'flaky'].includes(test.status))
      .map((test) => ({
        title: `${spec.file} › ${spec.title}`,
        message: shortened(test.results?.find((result) => result.error)?.error.message),
      })),
  ),
  ...report.errors.map((error) => ({ title: 'outside the tests', message: shortened(error.message) })),
]
