import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { containerName } from '@lamella/shared/contract'
import type { Build } from './broken-builds.ts'
import { correctIntegrity } from './correct-integrity.ts'

/** A change of the code of a build; returns the same code where there is nothing to change. */
export type CodeChange = (code: string, file: string) => string

/**
 * Writes a build again as another version, without webpack: its files name the version in addresses and in the container. Compressed files
 * are left out.
 * @param change - breaks it
 * @throws Error when `change` changes nothing
 */
export async function stampBuild(build: Build, version: string, into: string, change?: CodeChange): Promise<Build> {
  const folder = path.join(into, build.app, version)
  await mkdir(folder, { recursive: true })
  let changed = 0
  for (const file of await readdir(build.folder)) {
    if (/\.(br|gz|map)$/.test(file)) continue
    const bytes = await readFile(path.join(build.folder, file))
    if (!/\.(js|css|html|json)$/.test(file)) {
      await writeFile(path.join(folder, file), bytes)
      continue
    }
    // Ranges stay: those of the shared modules may begin with the same version.
    const own = new RegExp(`(?<!\\^)${build.version.replaceAll('.', '\\.')}`, 'g')
    const stamped = bytes
      .toString()
      .replaceAll(containerName(build.app, build.version), containerName(build.app, version))
      .replaceAll(own, version)
    const code = change && file.endsWith('.js') ? change(stamped, file) : stamped
    if (code !== stamped) changed += 1
    await writeFile(path.join(folder, file), code)
  }
  if (change && changed === 0) throw new Error(`There is nothing to break in ${build.app} ${build.version}`)
  await correctIntegrity(folder)
  return { ...build, version, folder }
}
