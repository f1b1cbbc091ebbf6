import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Length of the notes of a release, at most. */
const longest = 2000

/**
 * Subjects of the commits that touch a folder since a moment, newest first, as notes for the operator. Undefined: none, or no
 * git.
 * @param since - ISO 8601; undefined: the last ten commits
 */
export const changesSince = async (root: string, folder: string, since?: string): Promise<string | undefined> => {
  const range = since === undefined ? ['-10'] : [`--since=${since}`]
  const { stdout } = await promisify(execFile)('git', ['log', ...range, '--format=%s', '--', folder], {
    cwd: root,
  }).catch(() => ({ stdout: '' }))
  return stdout.trim().replaceAll('\n', '; ').slice(0, longest) || undefined
}
