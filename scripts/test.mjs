#!/usr/bin/env node
/**
 * `npm test`: everything, from a fresh clone, on any machine with Node ≥ 20 and npm. Each step runs even if one before it
 * failed. `npm test -- lint jest` runs only the named steps. Ends with `N passed, N failed, N skipped`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from './lib/browser.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { environment, npm, root, run } from './lib/processes.mjs'
import { jestCounts, playwrightCounts, total } from './lib/results.mjs'
import { workTree } from './lib/work-tree.mjs'

const reports = path.join(root, 'node_modules', '.cache', 'test-reports')

/** A step that is one check: one command, passed or failed. */
const check = (command) => async () => {
  const { ok, output } = await run(command, { seconds: 300 })
  if (!ok) console.log(output)
  return { passed: Number(ok), failed: Number(!ok), skipped: 0 }
}
const script = (name) => check([...npm, 'run', '--silent', name])

/** A step of many tests, counted from the report that the runner writes. */
const suite = (name, count, command, env) => async () => {
  const report = path.join(reports, `${name}.json`)
  rmSync(report, { force: true })
  writeFileSync(`${report}.of`, workTree())
  const { ok } = await run(command(report), { live: true, seconds: 1800, env: environment(await env?.(report)) })
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const counts = count(JSON.parse(readFileSync(report, 'utf8')))
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const steps = {
  lint: script('lint'),
  types: script('typecheck'),
  boundaries: script('boundaries'),
  knip: script('deadcode'),
  contrast: check(['node', 'scripts/check-contrast.mjs']),
  jest: suite('jest', jestCounts, (report) => ['jest', '--maxWorkers=2', '--json', `--outputFile=${report}`]),
  build: script('build'),
  notices: check(['node', 'scripts/third-party-notices.mjs', '--check']),
  size: script('size'),
  browser: suite(
    'browser',
    playwrightCounts,
    () => ['playwright', 'test', '--config', 'e2e', '--reporter=list,json'],
    async (report) => ({ CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  ),
  // After the tests: each statement of the milestones that are done is still shown by one that passed.
  spec: check(['node', 'scripts/spec.mjs', 'B']),
}

/** What an old build says is no answer. */
const needsBuild = ['notices', 'size', 'browser']

const runStep = async (name, before) => {
  console.log(`\n▸ ${name}`)
  const start = Date.now()
  if (needsBuild.includes(name) && before.some((step) => step.name === 'build' && step.failed > 0)) {
    console.error('Not run, because the build failed.')
    return { name, passed: 0, failed: 1, skipped: 0, seconds: 0 }
  }
  const counts = await steps[name]().catch((error) => {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  return { name, ...counts, seconds: (Date.now() - start) / 1000 }
}

const tableRow = ({ name, passed, failed, skipped, seconds }) =>
  [
    failed > 0 ? '✗' : '✓',
    name.padEnd(12),
    `${seconds.toFixed(1)} s`.padStart(8),
    `${passed} passed`.padStart(13),
    `${failed} failed`.padStart(11),
    `${skipped} skipped`.padStart(12),
  ].join(' ')

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}`)
  process.exit(2)
}

const results = []
const before = Date.now()
if (await installIfNeeded()) {
  mkdirSync(reports, { recursive: true })
  for (const name of asked.length > 0 ? asked : Object.keys(steps)) {
    results.push(await runStep(name, results))
    if (process.exitCode === 130) break
  }
} else {
  results.push({ name: 'install', passed: 0, failed: 1, skipped: 0, seconds: (Date.now() - before) / 1000 })
}

const { passed, failed, skipped } = total(results)
console.log(`\n${results.map(tableRow).join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode ||= failed > 0 ? 1 : 0
