import { execFileSync } from 'node:child_process'
import { root } from './processes.mjs'

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** What is tested, in words: its commit, and whether the work tree has changes to it. A copy without git has neither. */
export const workTree = () => {
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`
  } catch {
    return 'a copy without git'
  }
}
