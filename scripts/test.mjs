#!/usr/bin/env node
/**
 * The checks, from a fresh clone, on any machine with Node ≥ 20 and npm. `npm test` is the gate: every rule once. `npm run test:full` is the gate and
 * everything else: the files `*.full.*`, the browser tests with the tag `@full`, and the statements of the specification (ADR 107). Each step runs even if
 * an earlier one failed. `npm test -- lint jest` runs only the named steps; `npm test -- --changed` only the tests affected by the changes since the
 * main branch (`--changed=<commit>`: since that commit). The last line is `N passed, N failed, N skipped`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { baseCommit, changedFiles, jestTestsFor } from './lib/affected.mjs'
import { findBrowser } from './lib/browser.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { environment, npm, root, run } from './lib/processes.mjs'
import {
  jestCounts,
  jestFailures,
  jestFlaky,
  jestTimes,
  playwrightCounts,
  playwrightFailures,
  playwrightFlaky,
  playwrightTimes,
  total,
} from './lib/results.mjs'
import { workTree } from './lib/work-tree.mjs'

const words = process.argv.slice(2)
const tier = words.includes('--full') ? 'full' : 'gate'
// Read by the configurations of jest and Playwright, also where they only list their tests.
process.env.LAMELLA_TEST_TIER = tier
const reports = path.join(root, 'node_modules', '.cache', 'test-reports')

const none = { passed: 0, failed: 0, skipped: 0, flaky: 0 }

/** A step of one command, which counts as one test. */
const check = (command) => async () => {
  const { ok, output } = await run(command, { seconds: 300 })
  if (!ok) console.log(output)
  return { ...none, passed: Number(ok), failed: Number(!ok) }
}
const script = (name) => check([...npm, 'run', '--silent', name])

/** A step of many tests, counted from the report of their runner. `command` returns null when there is nothing to run. */
const suite =
  (name, { count, failures, flaky, times }, command, env) =>
  async (since) => {
    const report = path.join(reports, tier === 'full' ? `${name}-full.json` : `${name}.json`)
    rmSync(report, { force: true })
    writeFileSync(`${report}.of`, workTree())
    const runner = await command(report, since)
    if (runner === null) return none
    const { ok } = await run(runner, { live: name.padEnd(7), seconds: 2400, env: environment(await env?.(report)) })
    if (!existsSync(report)) return { ...none, failed: 1 }
    const written = JSON.parse(readFileSync(report, 'utf8'))
    const counts = { ...count(written), failures: failures(written), retried: flaky(written), times: times(written) }
    return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  }

const ofJest = { count: jestCounts, failures: jestFailures, flaky: jestFlaky, times: jestTimes }
const ofPlaywright = {
  count: playwrightCounts,
  failures: playwrightFailures,
  flaky: playwrightFlaky,
  times: playwrightTimes,
}

const steps = {
  lint: script('lint'),
  types: script('typecheck'),
  boundaries: script('boundaries'),
  knip: script('deadcode'),
  contrast: check(['node', 'scripts/check-contrast.mjs']),
  jest: suite('jest', ofJest, async (report, since) => {
    const tests = since === null ? [] : await jestTestsFor(since)
    if (since !== null && tests.length === 0) return null
    const only = since === null ? [] : ['--runTestsByPath', ...tests]
    return ['jest', '--maxWorkers=3', '--json', `--outputFile=${report}`, ...only]
  }),
  build: script('build'),
  notices: check(['node', 'scripts/third-party-notices.mjs', '--check']),
  size: script('size'),
  browser: suite(
    'browser',
    ofPlaywright,
    (_report, since) => [
      ...['playwright', 'test', '--config', 'e2e', '--reporter=list,json', '--pass-with-no-tests'],
      ...(since === null ? [] : [`--only-changed=${since}`]),
    ],
    async (report) => ({ CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  ),
  // After the tests, and of the full tier only: each statement of the finished milestones must be shown by a test that passed.
  ...(tier === 'full' && { spec: check(['node', 'scripts/spec.mjs', 'B']) }),
}

/** Skipped, as failed, when the build failed: an old build proves nothing. */
const needsBuild = ['notices', 'size', 'browser']

const runStep = async (name, before, since) => {
  console.log(`\n▸ ${name}`)
  const start = Date.now()
  if (needsBuild.includes(name) && before.some((step) => step.name === 'build' && step.failed > 0)) {
    console.error('Not run, because the build failed.')
    return { ...none, name, failed: 1, seconds: 0 }
  }
  const counts = await steps[name](since).catch((error) => {
    console.error(error)
    return { ...none, failed: 1 }
  })
  return { name, ...counts, seconds: (Date.now() - start) / 1000 }
}

const tableRow = ({ name, passed, failed, skipped, flaky, seconds }) =>
  [
    failed > 0 ? '✗' : '✓',
    name.padEnd(12),
    `${seconds.toFixed(1)} s`.padStart(8),
    `${passed} passed`.padStart(13),
    `${failed} failed`.padStart(11),
    `${skipped} skipped`.padStart(12),
    `${flaky} flaky`.padStart(10),
  ].join(' ')

const changed = words.find((word) => /^--changed(=|$)/.test(word))
const asked = words.filter((word) => word !== changed && word !== '--full')
const unknown = asked.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}`)
  process.exit(2)
}

const results = []
const before = Date.now()
if (await installIfNeeded()) {
  mkdirSync(reports, { recursive: true })
  const since = changed === undefined ? null : baseCommit(changed.split('=')[1])
  if (since !== null)
    console.log(`Tests of what ${changedFiles(since).length} changed files may have broken, since ${since}`)
  // Not with `--changed`: tests that were not run cannot show their statements.
  const wanted = (name) => (asked.length > 0 ? asked.includes(name) : since === null || name !== 'spec')
  // Sequentially: in parallel, jest and the browsers were not faster on two cores (measured).
  for (const name of Object.keys(steps).filter(wanted)) {
    results.push(await runStep(name, results, since))
    if (process.exitCode === 130) break
  }
} else {
  results.push({ ...none, name: 'install', failed: 1, seconds: (Date.now() - before) / 1000 })
}

const slowest = results
  .flatMap(({ times = [] }) => times)
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, 20)
if (slowest.length > 0) console.log('\nWhere the time went, by file:')
for (const { file, seconds } of slowest)
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(root, path.resolve(root, file))}`)

// Named again here: the steps print thousands of lines, of which some machines keep the last only.
for (const { name, retried = [], failures = [] } of results) {
  for (const { title, message } of retried) console.log([`\n~ ${name} │ flaky: ${title}`, ...message].join('\n    '))
  for (const { title, message } of failures) console.log([`\n✗ ${name} │ ${title}`, ...message].join('\n    '))
}

const { passed, failed, skipped } = total(results)
console.log(`\n${results.map(tableRow).join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode ||= failed > 0 ? 1 : 0
