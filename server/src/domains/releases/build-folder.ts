import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type AppId, versionOfContainer } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { containerFile } from './release-content.ts'

/** A finished build of one front end on this machine. */
export interface Build {
  app: AppId
  /** The version that is compiled into it. */
  version: string
  /** Paths of the public files, sorted. */
  files: string[]
  read(path: string): Promise<Buffer>
}

/** Path of the work tree. */
export const repositoryRoot = resolve(import.meta.dirname, '../../../..')

/** Name of the app's workspace and folder. */
export const workspaceOf = (app: AppId): string => (app === 'shell' ? app : `mfe-${app}`)

const packageFile = z.object({ workspaces: z.array(z.string()) })

/** The apps of this work tree, by its workspaces. */
export const workspaceApps = async (): Promise<AppId[]> => {
  const { workspaces } = packageFile.parse(JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')))
  return workspaces.flatMap((folder) => (folder === 'shell' ? [folder] : (/^mfe-(.+)$/.exec(folder)?.[1] ?? [])))
}

/** Not public are source maps, the load graph and statistics of the size budget, and what file managers hide (`.DS_Store`). */
const isPublic = (path: string): boolean => !/\.map(\.br|\.gz)?$|^(load-graph|mf-stats)\.json|(^|\/)\./.test(path)

const distOf = (app: AppId): string => join(repositoryRoot, workspaceOf(app), 'dist')

/** The build in a folder, by default the `dist` of the workspace. Null: there is none. @throws Error for a build of another app */
export const readBuild = async (app: AppId, folder = distOf(app)): Promise<Build | null> => {
  const read = (path: string) => readFile(join(folder, path))
  const container = await read(containerFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!container) return null
  const { name } = JSON.parse(container.toString())
  const version = versionOfContainer(app, String(name))
  if (version === null) throw new Error(`${folder} holds no build of ${app}: its container is called ${name}.`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isPublic)
    .sort()
  return { app, version, files, read }
}
