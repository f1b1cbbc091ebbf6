import { execFileSync } from 'node:child_process'
import { root } from './processes.mjs'

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Text that identifies the tested code: its commit, and whether the work tree differs from it; a fixed text without git. */
export const workTree = () => {
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`
  } catch {
    return 'a copy without git'
  }
}
