import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { environment, root, run } from './processes.mjs'

const execFileAsync = promisify(execFile)
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const lines = (text) => text.split('\n').filter(Boolean)

const isCommit = (name) => {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * @returns {string} the named commit, else the merge base with `main`; on `main` itself its last commit. A clone of another branch has
 *   `origin/main` only.
 * @throws {Error} in words when there is neither
 */
export const baseCommit = (named) => {
  const base = named ?? ['main', 'origin/main'].find(isCommit)
  if (!base || !isCommit(base))
    throw new Error(`There is no commit ${base ?? 'main'} to compare with: --changed=<commit> names one.`)
  return git('rev-parse', named ?? git('merge-base', 'HEAD', base))
}

/** @returns {string[]} files that differ from the commit, including untracked ones; relative to the root */
export const changedFiles = (since) => [
  ...lines(git('diff', '--name-only', since)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
]

/** What jest itself reads: it is imported by no test, and may change each. */
const ofAllTests = /(^|\/)jest\.config\.cjs$|^shared\/config\/jest|^package-lock\.json$/

/** @param {string[]} files changed, relative to the root @returns {boolean} whether all tests of jest may be affected */
export const affectsAllTests = (files) => files.some((file) => ofAllTests.test(file) && !file.includes('.test.'))

/**
 * Tests that start the server as a process do not import what they test, so imports cannot show that they are affected.
 *
 * @param {string} file path of a test @returns {boolean} whether it, or a helper beside it that it imports, starts processes
 */
export const startsProcesses = (file, seen = new Set()) => {
  seen.add(file)
  const code = readFileSync(file, 'utf8')
  if (/server-process\.ts|fixtures|release-files\.ts/.test(code)) return true
  const helpers = [...code.matchAll(/from '(\.\/[\w-]+\.ts)'/g)].map(([, name]) => path.join(path.dirname(file), name))
  return helpers.some((helper) => !seen.has(helper) && startsProcesses(helper, seen))
}

/** What the shell and the remotes describe of themselves is loaded by path, too (shared/testing/front-ends.ts). */
const readsFrontEnds = (test) => readFileSync(test, 'utf8').includes('testing/front-ends.ts')

/** Importers of changed code, through all workspaces. */
const importersOf = async (since) => {
  const folders = ['shell', 'mfe-*', 'shared', 'server', 'scripts']
  const options = ['--config', '.dependency-cruiser.mjs', '--affected', since, '--output-type', 'json']
  const { stdout } = await execFileAsync('depcruise', [...options, ...folders], {
    cwd: root,
    env: environment(),
    shell: process.platform === 'win32',
    maxBuffer: 1e9,
  })
  return JSON.parse(stdout).modules.map(({ source }) => path.join(root, source))
}

/**
 * @param {string} since commit
 * @returns {Promise<string[]>} paths of the tests that import, directly or indirectly, a changed file; after a change of the server or the
 *   contract also those that start the server; after one of jest's configuration all
 */
export const jestTestsFor = async (since) => {
  const listed = async (...args) => {
    const { ok, output } = await run(['jest', '--listTests', ...args], { env: environment() })
    if (!ok) throw new Error(output)
    return lines(output).filter((line) => path.isAbsolute(line))
  }
  const tests = await listed()
  const changed = changedFiles(since)
  if (affectsAllTests(changed)) return tests
  // Jest sees the imports inside each workspace only, dependency-cruiser code only, not data like golden.json.
  const affected = new Set([...(await listed(`--changedSince=${since}`)), ...(await importersOf(since))])
  const isOfServer = changed.some((file) => /^(server|shared\/contract)\//.test(file))
  const describesFrontEnd = /^(shell|mfe-[^/]+)\/(manifest|test\/page-access)\.ts$|^package\.json$/
  const isOfFrontEnd = changed.some((file) => describesFrontEnd.test(file))
  const startsServer = (test) => test.startsWith(path.join(root, 'server', 'test')) && startsProcesses(test)
  return tests.filter(
    (test) => affected.has(test) || (isOfServer && startsServer(test)) || (isOfFrontEnd && readsFrontEnds(test)),
  )
}
