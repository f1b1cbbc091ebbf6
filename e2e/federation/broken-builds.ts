import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LoadGraph } from '@lamella/shared/config/webpack/load-graph-plugin.ts'
import { type AppId, containerName } from '@lamella/shared/contract'
import { correctIntegrity } from './correct-integrity.ts'

/** The ways in which a published build can be broken. */
export const breakages = [
  'manifest is missing',
  'manifest is HTML',
  'entry is missing',
  'exposed chunk is missing',
  'page chunk is missing',
  'module throws on evaluation',
  'page throws on first render',
  'module never finishes loading',
] as const
export type Breakage = (typeof breakages)[number]

/** A production build of an app. */
export interface Build {
  app: AppId
  version: string
  folder: string
}

/** The page to be broken, and a text of it as written in its code. */
export interface BreakageTarget {
  /** Module of the page, as in `load-graph.json`. */
  page: string
  text: string
}

/** Files that are loaded for a remote, in this order: manifest, entry, chunk of the exposed module. */
export const loadedFiles = async ({ app, version, folder }: Build): Promise<string[]> => {
  const graph: LoadGraph = JSON.parse(await readFile(path.join(folder, 'load-graph.json'), 'utf8'))
  const [entry = ''] = graph.entries[containerName(app, version)]?.files ?? []
  const [exposed = ''] = (graph.lazy['./src/index.ts']?.files ?? []).filter((file) => file.endsWith('.js'))
  return ['mf-manifest.json', entry, exposed]
}

/** Copies a build to `folder` and breaks the copy. @throws Error when there is nothing to break */
export async function breakBuild(
  build: Build,
  breakage: Breakage,
  target: BreakageTarget,
  folder: string,
): Promise<Build> {
  await cp(build.folder, folder, { recursive: true })
  const graph: LoadGraph = JSON.parse(await readFile(path.join(folder, 'load-graph.json'), 'utf8'))
  const scriptsOf = (module: string) => (graph.lazy[module]?.files ?? []).filter((file) => file.endsWith('.js'))
  const container = containerName(build.app, build.version)
  const [, entry = '', exposed = ''] = await loadedFiles(build)

  const remove = async (file: string): Promise<void> => {
    for (const name of await readdir(folder)) {
      if (name === file || name.startsWith(`${file}.`)) await rm(path.join(folder, name))
    }
  }
  /** Removes the compressed variants, too: they would be intact. */
  const rewrite = async (file: string, change: (code: string) => string): Promise<void> => {
    const code = await readFile(path.join(folder, file), 'utf8')
    const changed = change(code)
    if (changed === code) throw new Error(`${breakage}: nothing to break in ${file} of ${container}`)
    await remove(file)
    await writeFile(path.join(folder, file), changed)
  }

  const acts: Record<Breakage, () => Promise<void>> = {
    'manifest is missing': () => remove('mf-manifest.json'),
    'manifest is HTML': () => rewrite('mf-manifest.json', () => '<!doctype html><title>Portal</title>'),
    'entry is missing': () => remove(entry),
    'exposed chunk is missing': () => remove(exposed),
    'page chunk is missing': () => remove(scriptsOf(target.page)[0] ?? ''),
    'module throws on evaluation': () =>
      rewrite(exposed, (code) =>
        code.replaceAll(/(\b\d+\(\w(?:,\w)*\)\{)/g, '$1throw new Error("broken on evaluation");'),
      ),
    'page throws on first render': async () => {
      for (const file of scriptsOf(target.page)) {
        const code = await readFile(path.join(folder, file), 'utf8')
        if (!code.includes(target.text)) continue
        return rewrite(file, () => code.replaceAll(target.text, '(()=>{throw new Error("broken on render")})()'))
      }
      throw new Error(`No chunk of ${target.page} contains ${target.text}`)
    },
    'module never finishes loading': () =>
      rewrite(entry, (code) => `${code};${container}={init:${container}.init,get:()=>new Promise(()=>{})};`),
  }
  await acts[breakage]()
  await correctIntegrity(folder)
  return { ...build, folder }
}
