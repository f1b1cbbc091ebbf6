import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: number }} Counts `flaky` are those of the passed that failed at their first try
 */

/** Marks, in title or tag, the tests of the product's main job (upload, view, analyse, download), which must never be skipped. */
const mark = 'main-job'

/** Sum of counts. @returns {Counts} */
export const total = (all) =>
  all.reduce(
    (sum, { passed, failed, skipped, flaky }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      flaky: sum.flaky + flaky,
    }),
    { passed: 0, failed: 0, skipped: 0, flaky: 0 },
  )

const moveSkippedToFailed = (counts, forbidden) => ({
  ...counts,
  failed: counts.failed + forbidden,
  skipped: counts.skipped - forbidden,
})

/** Whether a test of jest passed, but not at its first try. */
const isFlaky = ({ status, invocations }) => status === 'passed' && invocations > 1

/** @param report written by jest with `--json`. A suite that could not run counts as one failure, skipped main-job tests as failures. */
export const jestCounts = (report) => {
  const tests = report.testResults.flatMap((suite) => suite.assertionResults)
  const forbidden = tests.filter(
    (test) => test.fullName.includes(`@${mark}`) && ['pending', 'todo', 'skipped'].includes(test.status),
  )
  return moveSkippedToFailed(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
      flaky: tests.filter(isFlaky).length,
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

/**
 * Tests of jest that passed only when tried again.
 *
 * @param report as for `jestCounts`
 * @returns {{ title: string, message: string[] }[]} with what the first try said
 */
export const jestFlaky = (report) =>
  report.testResults.flatMap((suite) =>
    suite.assertionResults.filter(isFlaky).map((test) => ({
      title: `${path.basename(suite.name ?? '')} › ${test.fullName}`,
      message: shortened(test.retryReasons?.[0]),
    })),
  )

/** @param report as for `jestCounts` @returns {{ file: string, seconds: number }[]} how long each file took */
export const jestTimes = (report) =>
  report.testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1000 }))

/** @param report of Playwright's json reporter. Skipped main-job tests count as failures. */
export const playwrightCounts = (report) => {
  const { expected, skipped, unexpected, flaky } = report.stats
  const forbidden = report.suites
    .flatMap(specsOf)
    .filter((spec) => spec.title.includes(`@${mark}`) || spec.tags.some((tag) => tag.replace(/^@/, '') === mark))
    .flatMap((spec) => spec.tests)
    .filter((test) => test.status === 'skipped')
  return moveSkippedToFailed(
    { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, flaky },
    forbidden.length,
  )
}

/** Tests of Playwright with a status, and what their first failed try said. */
const playwrightTests = (report, status) =>
  report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map((test) => ({
        title: `${spec.file} › ${spec.title}`,
        message: shortened(test.results?.find((result) => result.error)?.error.message),
      })),
  )

/**
 * Failed tests of Playwright.
 *
 * @param report as for `playwrightCounts`
 * @returns {{ title: string, message: string[] }[]}
 */
export const playwrightFailures = (report) => [
  ...playwrightTests(report, 'unexpected'),
  ...report.errors.map((error) => ({ title: 'outside the tests', message: shortened(error.message) })),
]

/** Tests of Playwright that passed only when tried again. @param report as for `playwrightCounts` */
export const playwrightFlaky = (report) => playwrightTests(report, 'flaky')

/** @param report as for `playwrightCounts` @returns {{ file: string, seconds: number }[]} the time of the tests of each file, whatever ran beside */
export const playwrightTimes = (report) => {
  const seconds = new Map()
  for (const { file, tests } of report.suites.flatMap(specsOf)) {
    const took = tests.flatMap(({ results = [] }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0)
    seconds.set(file, (seconds.get(file) ?? 0) + took)
  }
  return [...seconds].map(([file, sum]) => ({ file: path.join('e2e', file), seconds: sum }))
}
