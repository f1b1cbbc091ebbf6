import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The full path of a program on the search path, null when this machine does not have it. */
export function findProgram(name: string): string | null {
  const folder = (process.env.PATH ?? '').split(delimiter).find((candidate) => isExecutable(join(candidate, name)))
  return folder === undefined ? null : join(folder, name)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
