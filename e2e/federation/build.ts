import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { type AppId, versionOfContainer } from '@lamella/shared/contract'
import type { Build } from './broken-builds.ts'

const root = path.resolve(import.meta.dirname, '../..')
const webpack = createRequire(import.meta.url).resolve('webpack/bin/webpack.js')

interface Order {
  app: AppId
  version: string
  /** The app's folder, relative to the repository's root. */
  source: string
  /** Further arguments of webpack. */
  options?: string[]
}

/** Builds one version of an app for production. @param into folder; the build is in `<app>/<version>` below it */
export async function buildVersion({ app, version, source, options = [] }: Order, into: string): Promise<Build> {
  const folder = path.join(into, app, version)
  await promisify(execFile)(process.execPath, [webpack, '--mode', 'production', '--output-path', folder, ...options], {
    cwd: path.join(root, source),
    env: { ...process.env, APP_VERSION: version },
  })
  return { app, version, folder }
}

/**
 * The build that `npm run build` has made. Another version of it costs no webpack: `stampBuild`.
 * @param source - the app's folder, relative to the repository's root
 * @param tree - another clone of the repository
 * @throws Error when there is none
 */
export async function builtVersion(app: AppId, source: string, tree = root): Promise<Build> {
  const folder = path.join(tree, source, 'dist')
  const { name } = JSON.parse(await readFile(path.join(folder, 'mf-manifest.json'), 'utf8'))
  const version = versionOfContainer(app, String(name))
  if (version === null) throw new Error(`${folder} holds no build of ${app}`)
  return { app, version, folder }
}
