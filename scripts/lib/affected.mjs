import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { environment, root, run } from './processes.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const lines = (text) => text.split('\n').filter(Boolean)

/** @returns {string} the named commit, else the merge base with `main`; on `main` itself its last commit */
export const baseCommit = (named) => git('rev-parse', named ?? git('merge-base', 'HEAD', 'main'))

/** @returns {string[]} files that differ from the commit, including untracked ones; relative to the root */
export const changedFiles = (since) => [
  ...lines(git('diff', '--name-only', since)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
]

/** Tests that start the server as a process do not import what they test, so imports cannot show that they are affected. */
const startsProcesses = (test) => /server-process\.ts|fixtures|release-files\.ts/.test(readFileSync(test, 'utf8'))

/**
 * @param {string} since commit
 * @returns {Promise<string[]>} paths of the tests that import, directly or indirectly, a changed file; after a change of the server or the
 *   contract also those that start the server
 */
export const jestTestsFor = async (since) => {
  const listed = async (...args) => {
    const { ok, output } = await run(['jest', '--listTests', ...args], { env: environment() })
    if (!ok) throw new Error(output)
    return lines(output).filter((line) => path.isAbsolute(line))
  }
  const affected = await listed(`--changedSince=${since}`)
  const isOfServer = changedFiles(since).some((file) => /^(server|shared\/contract)\//.test(file))
  const processes = isOfServer ? (await listed(path.join('server', 'test'))).filter(startsProcesses) : []
  return [...new Set([...affected, ...processes])]
}
