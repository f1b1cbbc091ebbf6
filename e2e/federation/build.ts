import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import type { AppId } from '@lamella/shared/contract'
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
