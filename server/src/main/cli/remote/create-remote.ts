import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contractVersion } from '@lamella/shared/contract'
import { type RemoteNames, remoteFiles } from './remote-template.ts'

/**
 * Any contract of this major version: what a build calls is compared call by call, and a higher one in the manifest would only keep it from shells
 * that are older (ADR 65).
 */
const contractFloor = contractVersion.replace(/\..*$/, '.0.0')

/** Inserts a line after the last one that fits, else at the end. */
const insertAfter = (text: string, pattern: RegExp, line: string): string => {
  const lines = text.trimEnd().split('\n')
  const last = lines.findLastIndex((each) => pattern.test(each))
  lines.splice(last < 0 ? lines.length : last + 1, 0, line)
  return `${lines.join('\n')}\n`
}

/**
 * Makes the folder of a new remote, and names it in "workspaces" of package.json and, with a team to review it, in CODEOWNERS. Nothing is
 * left of one that could not be made.
 * @param root folder of the work tree
 * @returns the name of the folder
 * @throws Error when there is such a folder
 */
export async function createRemote(root: string, names: RemoteNames): Promise<string> {
  const owners = join(root, 'CODEOWNERS')
  const reviewed = await readFile(owners, 'utf8').catch(() => null)
  const folder = `mfe-${names.name}`
  const target = join(root, folder)
  if (existsSync(target)) throw new Error(`There is a folder ${folder} already.`)
  const packageFile = join(root, 'package.json')
  const description = JSON.parse(await readFile(packageFile, 'utf8'))
  // Beside the others, before the server.
  const workspaces: string[] = description.workspaces.filter((each: string) => each !== folder)
  const last = workspaces.findLastIndex((each) => each.startsWith('mfe-'))
  workspaces.splice(last + 1, 0, folder)
  try {
    for (const [path, text] of Object.entries(remoteFiles(names, contractFloor))) {
      await mkdir(dirname(join(target, path)), { recursive: true })
      await writeFile(join(target, path), text)
    }
    await writeFile(`${packageFile}.new`, `${JSON.stringify({ ...description, workspaces }, null, 2)}\n`)
    if (reviewed?.includes(`/${folder}/`) === false) {
      const line = `${`/${folder}/`.padEnd(19)} ${names.owner}`
      await writeFile(`${owners}.new`, insertAfter(reviewed, /^\/mfe-/, line))
      await rename(`${owners}.new`, owners)
    }
    await rename(`${packageFile}.new`, packageFile)
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
  return folder
}
